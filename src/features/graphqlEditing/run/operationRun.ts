import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { inSlices } from "../../../base/inSlices";
import { noConnection } from "../../../client/noConnection";
import { NodeError } from "../../../client/failures/nodeError";
import type { Definition } from "../../../graphql/text/document";
import { expressionsIn } from "../../../graphql/text/document";
import { legacyVariables } from "../../../graphql/variables/legacyVariables";
import { errorsFirst } from "../../../graphql/run/resultErrors";
import type { OperationRequest } from "../../../graphql/text/operations";
import { isOffered, requestFor } from "../../../graphql/text/operations";
import type { VariableProblem } from "../../../graphql/variables/variableValues";
import { checkVariables, declaredValues } from "../../../graphql/variables/variableValues";
import { diagnosticText } from "../../../graphql/checks/wording";
import type { Json } from "../../../wire/json/exactJson";
import { jsonDocumentSteps } from "../../../wire/json/jsonDocument";
import type { ChosenOperation } from "./chooseOperation";
import { variablesTextOf } from "../variables/variablesFiles";
import { readVariables } from "../model/variablesText";

/** All that is sent to run an operation, and to whom. */
export interface OperationRun extends ChosenOperation {
  readonly connection: Connection;
  readonly request: OperationRequest;
  readonly variables: { readonly [name: string]: Json };
  /** Response keys of the root fields that this run leaves out. */
  readonly without?: readonly string[];
}

/** Values without which an operation cannot be run: what is wrong with those there are, or that the text is no JSON. */
export type NeededVariables = { readonly problems: readonly VariableProblem[] } | { readonly notJson: string };

/**
 * Prepares the run of an operation with the values of its variables file. Throws NodeError `invalid-input` when there
 * is no connection, no such kind of operation in the schema, or a fragment that no one defines.
 */
export async function prepareRun(chosen: ChosenOperation): Promise<OperationRun | NeededVariables> {
  const { source, subject, found } = chosen;
  const { connection, schema } = subject;
  if (!connection) throw noConnection();
  if (schema && !isOffered(found.definition, schema)) throw notOffered(found.definition, connection);
  const request = requestFor(found, subject.others);
  if (request.missingFragments.length > 0) throw missing(request.missingFragments);
  const isUnknown = request.parts.some((part) => expressionsIn(part.document, part.definition).length > 0);
  if (isUnknown)
    throw new NodeError("invalid-input", t`What ${"${…}"} stands for knows only the program. Nothing was sent.`);
  const { definition } = found;
  const text = definition.declarations.length > 0 ? await variablesTextOf(source.uri) : undefined;
  const read = readVariables(text?.text ?? "", definition);
  if ("notJson" in read) return read;
  const problems = schema ? checkVariables(read.value, definition, schema).filter(isBlocking) : [];
  if (problems.length > 0) return { problems };
  return {
    ...chosen,
    connection,
    request,
    variables: declaredValues(read.value, definition) as OperationRun["variables"],
  };
}

/** Sends the operation. GraphQL errors are part of the result. */
export async function send(run: OperationRun, signal: AbortSignal): Promise<GraphqlResult> {
  const node = await run.connection.node();
  const { query, operationName } = run.request;
  const variables = { ...run.variables };
  const request = { query, ...(operationName !== undefined && { operationName }) };
  if (Object.keys(variables).length === 0) return node.graphql.query(request, signal);
  const legacy = legacyVariables(request);
  const renamed = Object.entries(variables).map(([name, value]) => [legacy.names.get(name) ?? name, value]);
  const legacyForm = { query: legacy.query, variables: Object.fromEntries(renamed) as typeof variables };
  return node.graphql.query({ ...request, variables, legacyForm }, signal);
}

/** The result as a JSON document: what the node sent, errors first, and in the same form whatever the route. */
export async function resultText({ text, errors }: Pick<GraphqlResult, "text" | "errors">): Promise<string> {
  return `${await inSlices(jsonDocumentSteps(errors.length > 0 ? errorsFirst(text) : text))}\n`;
}

/** Values beyond the schema are left out, and numbers beyond the range are the node's to refuse. */
function isBlocking({ code }: VariableProblem): boolean {
  return code !== "undeclared" && code !== "out-of-range";
}

function notOffered({ kind, start, end }: Definition, { name }: Connection): NodeError {
  const text = diagnosticText({ code: "unknown-operation-type", operation: kind, start, end }, name);
  return new NodeError("invalid-input", t`${text} Nothing was sent.`, {
    remedies: ["reload-schema"],
    connection: name,
  });
}

function missing(fragments: readonly string[]): NodeError {
  const names = fragments.map((name) => `"${name}"`).join(", ");
  const text = fragments.length === 1 ? t`The fragment ${names} is` : t`The fragments ${names} are`;
  return new NodeError("invalid-input", t`${text} defined nowhere in the workspace. Nothing was sent.`);
}
