import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";

const folder = resolve(__dirname, "../recorded");
const octets = "application/octet-stream";

/** One request and what a node answered. A text that ends with … is cut. */
export interface Exchange {
  name: string;
  request: { method: string; path: string; headers: Record<string, string>; body?: string; hex?: string };
  response: { status: number; headers?: Record<string, string>; body?: string; hex?: string } | { error: string };
}

export interface RecordedFrame {
  header: string;
  text?: string;
  hex?: string;
}

/** Frames as they came, those of a block whole and in order. */
export interface Scenario {
  scenario: string;
  frames: RecordedFrame[];
}

/** A request as it arrives; names of headers in lower case. */
export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface RecordedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The exchanges of one file of `test/recorded`. */
export function exchangesOf(file: string): Exchange[] {
  return JSON.parse(readFileSync(join(folder, `${file}.json`), "utf8")) as Exchange[];
}

export function scenarios(): Scenario[] {
  return JSON.parse(readFileSync(join(folder, "frames.json"), "utf8")) as Scenario[];
}

export function recordedSchema(): string {
  return readFileSync(join(folder, "schema.graphql"), "utf8");
}

/** Every exchange but those of sessions, which depend on what was subscribed before. */
export function allExchanges(): Exchange[] {
  const without = ["frames.json", "subscriptions.json", "transaction-sequence.json"];
  const files = readdirSync(folder).filter((file) => file.endsWith(".json") && !without.includes(file));
  return files.flatMap((file) => exchangesOf(file.slice(0, -".json".length)));
}

/** The recorded answer to a request, in the form that its headers ask for; `dropped` where the connection was. */
export function recordedAnswer(exchanges: readonly Exchange[], asked: Asked): RecordedAnswer | "dropped" | undefined {
  const fitting = exchanges.filter(({ request }) => answersTo(request, asked));
  const raw = wantsRaw(asked.headers);
  const found = fitting.find(({ request }) => wantsRaw(request.headers) === raw) ?? fitting[0];
  if (!found) return undefined;
  const { request, response } = found;
  if ("error" in response) return "dropped";
  const { status, headers = {} } = response;
  return { status, headers, body: inForm(response, wantsRaw(request.headers), raw) };
}

/** A payload by the rules of §2.1 as this node has them: only whole content types count, only clean hex is decoded. */
export function payloadOf({ headers, body }: Pick<Asked, "headers" | "body">): Buffer {
  if (textOf(headers["content-type"]) === octets) return body;
  const text = body.toString("latin1");
  return /^0x(?:[0-9a-f]{2})*$/i.test(text) ? Buffer.from(text.slice(2), "hex") : body;
}

function answersTo(request: Exchange["request"], asked: Asked): boolean {
  if (request.method !== asked.method || request.path !== asked.path) return false;
  const isCall = asked.path.startsWith("/on/contracts:") || asked.path.startsWith("/on/blobs:");
  if (isCall && isJson(request.headers) !== isJson(asked.headers)) return false;
  const deciding = Object.keys({ ...request.headers, ...asked.headers }).map((name) => name.toLowerCase());
  const names = deciding.filter((name) => (name.startsWith("rusk-") && name !== "rusk-session-id") || name === "sign");
  if (names.some((name) => textOf(request.headers[name]) !== textOf(asked.headers[name]))) return false;
  const { body = "", hex } = request;
  if (asked.path === "/graphql" && asked.body.length > 0) return isSameQuery(body, asked.body.toString("utf8"));
  if (body.endsWith("…")) return asked.body.toString("utf8").startsWith(body.slice(0, -1));
  const recorded = hex === undefined ? Buffer.from(body) : Buffer.from(hex, "hex");
  return payloadOf({ headers: request.headers, body: recorded }).equals(payloadOf(asked));
}

/** However its JSON is written, and whether or not empty variables are. */
function isSameQuery(recorded: string, asked: string): boolean {
  if (recorded === asked) return true;
  try {
    const [one, other] = [recorded, asked].map((text) => JSON.parse(text) as { query?: string; variables?: object });
    return (
      one?.query !== undefined &&
      one.query === other?.query &&
      isDeepStrictEqual(one?.variables ?? {}, other?.variables ?? {})
    );
  } catch {
    return false;
  }
}

/** Bytes go out as hex, or raw to anyone who asks for that; what was recorded in the other form is turned into this one. */
function inForm(response: Exclude<Exchange["response"], { error: string }>, was: boolean, wanted: boolean): Buffer {
  const { status, headers = {}, body = "", hex } = response;
  const recorded = hex === undefined ? Buffer.from(body) : Buffer.from(hex, "hex");
  const isBytes = status === 200 && headers["content-type"] === undefined;
  if (!isBytes || was === wanted) return recorded;
  if (was) return Buffer.from(recorded.toString("hex"));
  return /^(?:[0-9a-f]{2})+$/.test(body) ? Buffer.from(body, "hex") : recorded;
}

function wantsRaw(headers: Asked["headers"]): boolean {
  return textOf(headers["accept"])?.toLowerCase() === octets || textOf(headers["content-type"]) === octets;
}

function isJson(headers: Asked["headers"]): boolean {
  return textOf(headers["content-type"])?.toLowerCase() === "application/json";
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
