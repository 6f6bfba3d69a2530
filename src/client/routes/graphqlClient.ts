import { t } from "../../base/translate";
import { stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { isHtml } from "../http/responseText";
import { responseText, isJson, metaOf, malformed } from "../http/responseValue";
import type { Deprecation } from "../http/responseHeaders";
import {
  graphqlEnvelope,
  largeJsonIn,
  type GraphqlErrorEntry,
  type GraphqlOutcome,
  errorEntries,
} from "./graphqlEnvelope";
import { isSuccess, type NodeResponse, type ResponseMeta } from "../http/nodeResponse";
import { NodeError } from "../failures/nodeError";
import { jsonContent } from "../http/requestParts";
import type { Transport } from "../http/transport";
import { objectText } from "../../wire/json/jsonMembers";
import { visibleText } from "../../wire/visibleText";
import type { Endpoint } from "../http/endpoint";
import { limits } from "../../wire/limits";
import { present } from "../../base/present";

/** One operation to run. */
export interface GraphqlRequest {
  query: string;
  variables?: { [name: string]: Json };
  /** Which operation of the document to run. The legacy route has no place for it: send it one operation only. */
  operationName?: string;
  /** The same operation in the form to use on the legacy route, where variables' names must survive as header names. */
  legacyForm?: { query: string; variables: { [name: string]: Json } };
}

/** What a query came to, in one shape for both routes. */
export interface GraphqlResult {
  /** Undefined if the node gave none. */
  data: Json | undefined;
  errors: GraphqlErrorEntry[];
  /** Data and errors as JSON text, `{data, errors}`, each as the node sent it. */
  text: string;
  status: number;
  durationMs: number;
  /** Bytes of the answer's body. */
  size: number;
  nodeVersion: string | undefined;
  /** The route that answered. */
  route: string;
  meta: ResponseMeta;
}

/** A schema's text, and what the node says of the route that it came by, if that is deprecated (§9.6). */
export interface SchemaAnswer {
  sdl: string;
  deprecation: Deprecation | undefined;
}

const legacyPath = "/on/graphql/query";
/** Milliseconds until a node that said it has no `/graphql` is asked for it again. */
const askAgainMs = 10 * 60_000;

/** The GraphQL surface (§4.1): `/graphql`, or the legacy route on nodes that lack it. */
export class GraphqlClient {
  /** When the node itself said that it has no `/graphql`: only then do later queries begin at the legacy route. */
  private missingSince: number | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly now: () => number = Date.now,
  ) {
    // A node of another version may have the route.
    transport.onVersion(() => this.askAgain());
  }

  /** Has the next query try `/graphql` whatever the node said of it before. */
  askAgain(): void {
    this.missingSince = undefined;
  }

  /**
   * Runs one operation by `POST /graphql` (§4.1), or by the legacy route where that is missing. Only the node's own word
   * counts for later queries: a page of a gateway has this one tried by the legacy route. GraphQL errors are part of the
   * result; rejects with `invalid-input` if there is no operation in the text.
   */
  async query(request: GraphqlRequest, signal?: AbortSignal): Promise<GraphqlResult> {
    const query = operationText(request.query);
    const legacy = request.legacyForm ?? request;
    if (this.isMissing) return this.queryLegacy(legacy.query, legacy.variables, signal);
    const response = await this.post("/graphql", jsonContent, bodyOf({ ...request, query }), signal);
    const envelope = await graphqlEnvelope(response);
    if (envelope) return result(response, envelope);
    if (isSuccess(response) && !isHtml(response.headers["content-type"], "")) throw await notGraphql(response);
    const failure = this.transport.failureOf(response);
    if (!isMissingRoute(failure)) throw failure;
    const isItsWord = response.version !== undefined;
    try {
      const answered = await this.queryLegacy(legacy.query, legacy.variables, signal);
      if (isItsWord) this.missingSince = this.now();
      return answered;
    } catch (thrown) {
      if (!(thrown instanceof NodeError)) throw thrown;
      // Both are missing, or only one may be: the first route's failure says more about what is at the address.
      throw isMissingRoute(thrown) || (!isItsWord && thrown.reason === "invalid-input") ? failure : thrown;
    }
  }

  /**
   * Runs one operation by the legacy `POST /on/graphql/query` (§4.1), variables as headers. Rejects with
   * `invalid-input` for variables that a header cannot carry: names with upper-case letters, text that is not ASCII.
   */
  async queryLegacy(
    query: string,
    variables: { [name: string]: Json } = {},
    signal?: AbortSignal,
  ): Promise<GraphqlResult> {
    const headers = legacyVariableHeaders(variables, this.transport.endpoint);
    const response = await this.post(legacyPath, headers, operationText(query), signal);
    const outcome = await legacyResult(response);
    if (outcome) return result(response, outcome);
    throw isSuccess(response) ? await notGraphql(response) : this.transport.failureOf(response);
  }

  /**
   * The schema as SDL text: `POST /on/graphql/query` with an empty body (§4.1), whatever content type it is given.
   * Rejects with a failure that `isMissingRoute` knows where that route is gone.
   */
  async schemaSdl(signal?: AbortSignal): Promise<SchemaAnswer> {
    const response = await this.transport.request({ method: "POST", path: legacyPath, idempotent: true, signal });
    const { deprecation } = response;
    const text = await responseText(response);
    const value = isJson(response) ? await largeJsonIn(text) : undefined;
    const sdl = value === undefined ? text : typeof value === "string" ? value : "";
    if (sdl.trim() !== "") return { sdl, deprecation };
    throw malformed(response, t`The node answered no schema text.`, text);
  }

  private get isMissing(): boolean {
    return this.missingSince !== undefined && this.now() - this.missingSince < askAgainMs;
  }

  private post(
    path: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<NodeResponse> {
    return this.transport.exchange({ method: "POST", path, headers, body, idempotent: true, signal });
  }
}

function bodyOf({ query, variables, operationName }: GraphqlRequest): string {
  return stringifyExactJson(present({ query, variables, operationName }));
}

/** The text to send, without a byte-order mark. A text without an operation would be answered with the schema. */
function operationText(query: string): string {
  const text = query.replace(/^\ufeff/, "");
  if (text.replace(/#[^\n\r]*|[\s,\ufeff]+/g, "") !== "") return text;
  throw new NodeError("invalid-input", t`There is no operation to run: the query is blank.`);
}

function result(response: NodeResponse, { data, errors, text }: GraphqlOutcome): GraphqlResult {
  const { status, durationMs, size, route, version } = response;
  return { data, errors, text, status, durationMs, size, nodeVersion: version, route, meta: metaOf(response) };
}

/** Whether a failure says that there is no such route: at the node, or at whatever answered in its place. */
export function isMissingRoute({ reason, status }: NodeError): boolean {
  return reason === "not-offered" || reason === "not-a-node" || (reason === "not-found" && status === 404);
}

async function notGraphql(response: NodeResponse): Promise<NodeError> {
  return malformed(response, t`The answer is not a GraphQL result.`, await responseText(response));
}

/**
 * A query's variables as headers of the legacy route (§4.1). Values are JSON, so that the node, which reads a header as
 * JSON first, does not take digits in a text for a number. Throws NodeError `invalid-input` for what would be lost.
 */
function legacyVariableHeaders(variables: { [name: string]: Json }, endpoint: Endpoint): Record<string, string> {
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
async function legacyResult(response: NodeResponse): Promise<GraphqlOutcome | undefined> {
  const text = await responseText(response);
  if (isSuccess(response)) {
    const data = await largeJsonIn(text);
    return typeof data === "object" ? { data, errors: [], text: objectText([["data", text]]) } : undefined;
  }
  const listText = text.slice(Math.max(0, text.indexOf("[")));
  const list = await largeJsonIn(listText);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return { data: undefined, errors: errorEntries(list), text: objectText([["errors", listText]]) };
}

function nameProblem(name: string): string | undefined {
  if (/[A-Z]/.test(name)) return t`its name has upper-case letters, which a header does not keep`;
  return /^[_0-9a-z]+$/.test(name) ? undefined : t`its name is not a GraphQL name`;
}

function valueProblem(text: string, value: Json): string | undefined {
  if (typeof value === "string" && /[\r\n]/.test(value)) return t`its value holds a line break`;
  if (/[^ -~]/.test(text)) return t`its value holds a character that is not ASCII`;
  const most = limits.headerCharacters;
  return text.length > most ? t`its value is longer than ${most} characters` : undefined;
}

function refusal(name: string, problem: string): NodeError {
  const message = t`This node only has the legacy GraphQL route, whose headers cannot carry $${visibleText(name)}: ${problem}.`;
  return new NodeError("invalid-input", message, {
    remedy: t`Rename the variable or write its value into the query, or use a node that serves /graphql.`,
  });
}
