import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import { checkExtraHeaders, headerProblem } from "../../../client/http/requestHeaders";
import { scanJson } from "../../../contract/jsonScan";
import { inSlices } from "../../../base/inSlices";
import { parseExactJson, stringifyExactJson, type Json } from "../../../wire/json/exactJson";
import { fieldsOf, isObject } from "../../../wire/json/fields";
import { jsonDocument } from "../../../wire/json/jsonDocument";
import { jsonMembers, objectText } from "../../../wire/json/jsonMembers";
import { pastedHex } from "../../../wire/pastedBytes";
import { parseTarget, type Target } from "../../../wire/target";
import { present } from "../../../base/present";

/** The ending of request files. */
export const requestFileEnding = ".request.json";

/** What a request carries: JSON as its text, plain text, bytes as hex, or the bytes of a file. */
export type RequestBody = { json: string } | { text: string } | { hex: string } | { file: string };

/** A request to any target of a node (§4.12), as a file, `*.request.json`, holds it. */
export interface RequestFile {
  /** Name of the connection to use; the active one unless set. */
  readonly connection?: string;
  /** `/on/<component>[:<entity>]/<topic>`. */
  readonly path: string;
  readonly body?: RequestBody;
  /** Unless set, that of the kind of body. */
  readonly contentType?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it belongs to the connection's event session (§5). */
  readonly session: boolean;
}

const bodies = ["json", "text", "hex", "file"] as const;
const texts = ["connection", "path", "contentType", "accept"] as const;
const known = ["$schema", ...texts, "headers", "session", ...bodies] as const;

/** Reads a request file. Rejects with NodeError `invalid-input` for the first thing that is wrong with it. */
export async function readRequestFile(source: string): Promise<RequestFile> {
  const broken = scanJson(source);
  if (broken) refuse(t`This is not JSON: ${broken.message}`);
  const value = parseExactJson(source);
  const fields = fieldsOf(value);
  if (!isObject(value)) refuse(t`A request file is a JSON object.`);
  const strange = Object.keys(fields).find((name) => !known.some((each) => each === name));
  if (strange !== undefined) refuse(t`A request file has no field ${JSON.stringify(strange)}.`);
  const [connection, path, contentType, accept] = texts.map((name) => textIn(fields, name));
  const session = fields["session"] ?? false;
  if (typeof session !== "boolean") refuse(t`"session" is true or false.`);
  if (path === undefined) refuse(t`Name the "path", such as /on/node/info.`);
  const written = await inSlices(jsonMembers(source));
  const given = bodies.filter((name) => fields[name] !== undefined);
  if (given.length > 1) refuse(t`Give "${given.join('" or "')}", not both.`);
  const body = given.map((name) => bodyOf(name, fields, written.get("json")))[0];
  const file: RequestFile = {
    ...(connection !== undefined && { connection }),
    path,
    ...present({ body, contentType, accept }),
    ...(fields["headers"] !== undefined && { headers: headersOf(fields["headers"]) }),
    session,
  };
  targetOf(file);
  checkHeaders(file);
  return file;
}

/** The text of a request file. */
export function requestFileText({
  connection,
  path,
  body,
  contentType,
  accept,
  headers,
  session,
}: RequestFile): string {
  const text = (value: string | undefined) => (value === undefined ? undefined : JSON.stringify(value));
  const fields: [key: string, text: string | undefined][] = [
    ["connection", text(connection)],
    ["path", text(path)],
    ["contentType", text(contentType)],
    ["accept", text(accept)],
    ["headers", headers && stringifyExactJson({ ...headers })],
    ["session", session ? "true" : undefined],
    ...Object.entries(body ?? {}).map(([kind, value]): [string, string] => [
      kind,
      kind === "json" ? value : JSON.stringify(value),
    ]),
  ];
  return `${jsonDocument(objectText(fields))}\n`;
}

/** Where a request goes. Throws NodeError `invalid-input` for a path that names no target. */
export function targetOf({ path }: Pick<RequestFile, "path">): Target {
  const target = parseTarget(path.trim());
  if (target?.topic !== undefined) return target;
  throw new NodeError("invalid-input", t`A path is written /on/<component>/<topic> or /on/<component>:<id>/<topic>.`);
}

/** What the body of a request is said to be; undefined for plain text. */
export function contentTypeOf({ contentType, body }: Pick<RequestFile, "contentType" | "body">): string | undefined {
  if (contentType !== undefined || !body || "text" in body) return contentType;
  return "json" in body ? "application/json" : "application/octet-stream";
}

function checkHeaders({ headers = {}, contentType, accept }: RequestFile): void {
  if (Object.keys(headers).some((name) => name.toLowerCase() === "accept"))
    refuse(t`Write the header Accept as "accept".`);
  checkExtraHeaders(headers);
  for (const [name, value = ""] of [["Content-Type", contentType] as const, ["Accept", accept] as const]) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) refuse(problem);
  }
}

function bodyOf(name: (typeof bodies)[number], fields: { [name: string]: Json }, json = "null"): RequestBody {
  if (name === "json") return { json };
  const text = name === "text" ? fields["text"] : textIn(fields, name);
  if (typeof text !== "string") refuse(t`"${name}" is a text.`);
  if (name !== "hex") return name === "text" ? { text } : { file: text };
  try {
    return { hex: pastedHex(text) };
  } catch (error) {
    refuse(`"hex": ${(error as Error).message}`);
  }
}

function headersOf(value: Json): Record<string, string> {
  const fields = fieldsOf(value);
  if (!isObject(value) || Object.values(fields).some((each) => typeof each !== "string"))
    refuse(t`"headers" is an object of texts.`);
  return fields as Record<string, string>;
}

function textIn(fields: { [name: string]: Json }, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && value.trim() !== "") return value;
  refuse(t`"${name}" is a text that is not empty.`);
}

function refuse(problem: string): never {
  throw new NodeError("invalid-input", problem);
}
