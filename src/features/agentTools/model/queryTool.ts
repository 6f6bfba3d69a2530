import { messageOf } from "../../../base/words";
import { inSlices } from "../../../base/inSlices";
import type { GraphqlRequest } from "../../../client/routes/graphqlClient";
import { whyNotOnlyQueries } from "../../../graphql/run/onlyQueries";
import { errorsFirst } from "../../../graphql/run/resultErrors";
import { readDocument } from "../../../graphql/text/document";
import { operationsOf, requestFor } from "../../../graphql/text/operations";
import { legacyVariables } from "../../../graphql/variables/legacyVariables";
import { parseExactJson, type Json } from "../../../wire/json/exactJson";
import { jsonDocumentSteps } from "../../../wire/json/jsonDocument";
import { limits } from "../../../wire/limits";
import type { ToolNeeds } from "./tool";
import { placeOf, type ToolResult } from "./toolResult";
import { refused, type ToolInput } from "./toolInput";
import { isObject } from "../../../wire/json/fields";

/** Runs one query of a GraphQL text (§4.1). A text that holds anything but queries and fragments is not sent. */
export async function runQuery(input: ToolInput, { connections }: ToolNeeds, signal: AbortSignal): Promise<ToolResult> {
  const connection = input.connection(connections);
  const request = requestOf(input.needed("query"), input.text("operationName"), input.text("variables"));
  const { graphql } = await connection.node();
  const { text, errors } = await graphql.query(request, signal);
  const result = errors.length > 0 ? errorsFirst(text) : text;
  const isLong = result.length > limits.agents.answerBytes;
  return {
    said: ["The query gave, integers to the last digit:"],
    title: placeOf(connection),
    data: [isLong ? result : await inSlices(jsonDocumentSteps(result))],
  };
}

function requestOf(text: string, name: string | undefined, variables: string | undefined): GraphqlRequest {
  const document = readDocument(text);
  const reason = whyNotOnlyQueries(document);
  if (reason !== undefined) throw refused(`${reason} Nothing was sent.`);
  const operations = operationsOf(document);
  const named = name === undefined ? operations : operations.filter((each) => each.name?.text === name);
  const [definition] = named;
  if (!definition || named.length > 1)
    throw refused(`${named.length} queries of the text are meant: one has to be. Nothing was sent.`);
  const { query, operationName, missingFragments } = requestFor({ document, definition });
  if (missingFragments.length > 0) throw refused("A fragment is defined nowhere in the text. Nothing was sent.");
  const request = { query, ...(operationName !== undefined && { operationName }) };
  if (variables === undefined) return request;
  const values = valuesIn(variables);
  const legacy = legacyVariables(request);
  const renamed = Object.entries(values).map(([key, value]) => [legacy.names.get(key) ?? key, value]);
  const legacyForm = { query: legacy.query, variables: Object.fromEntries(renamed) as typeof values };
  return { ...request, variables: values, legacyForm };
}

function valuesIn(text: string): { [name: string]: Json } {
  let value: Json;
  try {
    value = parseExactJson(text);
  } catch (error) {
    throw refused(`“variables” is not JSON: ${messageOf(error)}`);
  }
  if (isObject(value)) return value;
  throw refused("“variables” is not a JSON object.");
}
