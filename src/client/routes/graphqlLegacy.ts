import { stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { objectText } from "../../wire/json/jsonMembers";
import { visibleText } from "../../wire/visibleText";
import { answerText } from "../http/answerValue";
import type { Endpoint } from "../http/endpoint";
import { errorEntries, jsonIn, type GraphqlOutcome } from "./graphqlEnvelope";
import type { NodeAnswer } from "../http/nodeAnswer";
import { NodeError } from "../failures/nodeError";
import { limits } from "../../wire/limits";

/**
 * A query's variables as headers of the legacy route (§4.1). Values are JSON, so that the node, which reads a header as
 * JSON first, does not take digits in a text for a number. Throws NodeError `invalid-input` for what would be lost.
 */
export function legacyVariableHeaders(variables: { [name: string]: Json }, endpoint: Endpoint): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    const text = stringifyExactJson(value);
    const problem = nameProblem(name) ?? valueProblem(text, value);
    if (problem) throw refusal(name, problem);
    headers[endpoint.gqlvar(name)] = text;
  }
  return headers;
}

/** The bare data object of the legacy route, or its failure: a list of GraphQL errors; undefined if it is neither. */
export async function legacyResult(answer: NodeAnswer): Promise<GraphqlOutcome | undefined> {
  const text = await answerText(answer);
  if (answer.status >= 200 && answer.status < 300) {
    const data = await jsonIn(text);
    return typeof data === "object" ? { data, errors: [], text: objectText([["data", text]]) } : undefined;
  }
  const listText = text.slice(Math.max(0, text.indexOf("[")));
  const list = await jsonIn(listText);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return { data: undefined, errors: errorEntries(list), text: objectText([["errors", listText]]) };
}

function nameProblem(name: string): string | undefined {
  if (/[A-Z]/.test(name)) return "its name has upper-case letters, which a header does not keep";
  return /^[_0-9a-z]+$/.test(name) ? undefined : "its name is not a GraphQL name";
}

function valueProblem(text: string, value: Json): string | undefined {
  if (typeof value === "string" && /[\r\n]/.test(value)) return "its value holds a line break";
  if (/[^ -~]/.test(text)) return "its value holds a character that is not ASCII";
  const most = limits.headerCharacters;
  return text.length > most ? `its value is longer than ${most} characters` : undefined;
}

function refusal(name: string, problem: string): NodeError {
  const message = `This node only has the legacy GraphQL route, whose headers cannot carry $${visibleText(name)}: ${problem}.`;
  return new NodeError("invalid-input", message, {
    remedy: "Rename the variable or write its value into the query, or use a node that serves /graphql.",
  });
}
