import { stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { objectText } from "../../wire/json/jsonMembers";
import { responseText, readJson } from "../http/responseValue";
import { fieldsOf, isObject, itemsOf } from "../../wire/json/fields";
import { isSuccess, type NodeResponse } from "../http/nodeResponse";

/** One GraphQL error. Lines and columns count from 1. */
export interface GraphqlErrorEntry {
  message: string;
  locations: { line: number; column: number }[];
  path: (string | number | bigint)[];
  /** Whatever else the node tells. */
  extensions?: Json;
}

/** What a query came to, and its text as `{data, errors}`: every part of it as the node sent it. */
export interface GraphqlOutcome {
  data: Json | undefined;
  errors: GraphqlErrorEntry[];
  text: string;
}

/**
 * A GraphQL result, `{data, errors}` (§4.1), whatever the status it came with; undefined if the answer is none. The
 * envelope is not shown there: a success that is an object without these members is the data itself.
 */
export async function graphqlEnvelope(response: NodeResponse): Promise<GraphqlOutcome | undefined> {
  const text = await responseText(response);
  const value = await largeJsonIn(text);
  const { data, errors } = fieldsOf(value);
  if (data !== undefined || Array.isArray(errors)) return { data, errors: errorEntries(errors ?? []), text };
  const isBare = isSuccess(response) && isObject(value);
  return isBare ? { data: value, errors: [], text: objectText([["data", text]]) } : undefined;
}

/** The elements of a list of GraphQL errors, leniently: what is not shaped like one is shown as it came. */
export function errorEntries(list: Json): GraphqlErrorEntry[] {
  return itemsOf(list).map((element) => {
    const { message, locations, path, extensions } = fieldsOf(element);
    return {
      message: typeof message === "string" ? message : stringifyExactJson(element),
      locations: itemsOf(locations).flatMap(location),
      path: itemsOf(path).filter(isStep),
      ...(extensions !== undefined && { extensions }),
    };
  });
}

/** The text's value, or undefined if it is not JSON. */
export async function largeJsonIn(text: string): Promise<Json | undefined> {
  try {
    return await readJson(text);
  } catch {
    return undefined;
  }
}

function isStep(step: Json): step is string | number | bigint {
  return typeof step === "string" || typeof step === "number" || typeof step === "bigint";
}

function location(value: Json): { line: number; column: number }[] {
  const { line, column } = fieldsOf(value);
  return typeof line === "number" && typeof column === "number" ? [{ line, column }] : [];
}
