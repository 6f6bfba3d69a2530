import type { ConnectionConfig } from "../connectionConfig";
import { parseEndpoint } from "./endpoint";
import { HeaderNames } from "./headerNames";

/** A request of the interface, to be written down as code. */
export interface WrittenRequest {
  /** Below the connection's address, such as `/on/node/info`. */
  path: string;
  /** Its own headers, beside those that every request of the connection has. */
  headers?: Readonly<Record<string, string>>;
  /** Which of its own headers hold values that are not to be written down. */
  secretHeaders?: readonly string[];
  body?: { text: string } | { hex: string };
}

/** The ways to write a request down. */
export const codeKinds = ["curl", "fetch", "undici (TypeScript)"] as const;
export type CodeKind = (typeof codeKinds)[number];

/** What the connection adds to a request, as it is written down. */
interface Written {
  url: URL;
  headers: readonly Header[];
  body: WrittenRequest["body"];
  caFile: string | undefined;
  insecureTls: boolean;
}

/** A header, or the environment variable that has its value. */
type Header = { name: string; value: string } | { name: string; variable: string };

/**
 * The request as a command for a POSIX shell, or as code that sends it and prints the response without rounding
 * integers. It reaches the node as Chainscope does: with the version requirement (§9), the certificates and the headers
 * of the connection. The values of secret headers are never written: they stand there as environment variables.
 * Throws NodeError `invalid-input` for an address that is none.
 */
export function requestCode(kind: CodeKind, config: ConnectionConfig, request: WrittenRequest): string {
  const written = writtenFor(config, request);
  switch (kind) {
    case "curl":
      return curl(written);
    case "fetch":
      return fetchCode(written);
    case "undici (TypeScript)":
      return undiciCode(written);
  }
}

function writtenFor(config: ConnectionConfig, request: WrittenRequest): Written {
  const { url, prefix, version, caFile, insecureTls = false } = config;
  const endpoint = parseEndpoint(url, prefix);
  const secrets = [...(config.secretHeaders ?? []), ...(request.secretHeaders ?? [])];
  const isSecret = (name: string) => secrets.some((secret) => secret.toLowerCase() === name.toLowerCase());
  // The names are those that the transport sends, in its order.
  const headers = Object.fromEntries((config.secretHeaders ?? []).map((name) => [name, ""]));
  const names = new HeaderNames({ endpoint, headers, ...(version && { version }) });
  return {
    url: endpoint.httpUrl(request.path),
    headers: Object.entries(names.sent(request.headers)).map(([name, value]) =>
      isSecret(name) ? { name, variable: variableOf(name) } : { name, value },
    ),
    body: request.body,
    caFile,
    insecureTls,
  };
}

function curl({ url, headers, body, caFile, insecureTls }: Written): string {
  const lines = [
    `curl -sS -X POST ${shellWord(url.href)}`,
    ...(caFile === undefined ? [] : [`  --cacert ${shellWord(caFile)}`]),
    ...(insecureTls ? ["  --insecure"] : []),
    ...headers.map((header) =>
      "variable" in header
        ? `  -H ${shellWord(`${header.name}: `)}"$${header.variable}"`
        : `  -H ${shellWord(`${header.name}: ${header.value}`)}`,
    ),
  ];
  if (body && "hex" in body)
    return `printf ${shellWord(body.hex)} | xxd -r -p | ${[...lines, "  --data-binary @-"].join(" \\\n")}`;
  return [...lines, ...(body ? [`  --data-raw ${shellWord(body.text)}`] : [])].join(" \\\n");
}

function fetchCode({ url, headers, body, caFile, insecureTls }: Written): string {
  const tls = [
    ...(caFile === undefined
      ? []
      : [`// fetch takes certificates from the environment: NODE_EXTRA_CA_CERTS=${literal(caFile)}\n`]),
    ...(insecureTls ? ["// fetch accepts any certificate with NODE_TLS_REJECT_UNAUTHORIZED=0 only.\n"] : []),
  ];
  const read = isBytes(body) ? "new Uint8Array(await response.arrayBuffer())" : "await response.text()";
  return `${tls.join("")}const response = await fetch(${literal(url.href)}, {
  method: "POST",
  headers: ${headersLiteral(headers)},${bodyProperty(body)}
});
// The text, not response.json(): a 64-bit integer would lose digits there.
console.log(response.status, ${read});
`;
}

function undiciCode({ url, headers, body, caFile, insecureTls }: Written): string {
  const connect = [
    ...(caFile === undefined ? [] : [`ca: readFileSync(${literal(caFile)})`]),
    ...(insecureTls ? ["rejectUnauthorized: false"] : []),
  ].join(", ");
  const read = isBytes(body) ? "new Uint8Array(await response.body.arrayBuffer())" : "await response.body.text()";
  return `${caFile === undefined ? "" : 'import { readFileSync } from "node:fs";\n'}import { Pool } from "undici";

const pool = new Pool(${literal(url.origin)}${connect && `, { connect: { ${connect} } }`});
const response = await pool.request({
  path: ${literal(url.pathname)},
  method: "POST",
  headers: ${headersLiteral(headers)},${bodyProperty(body)}
});
// The text, not body.json(): a 64-bit integer would lose digits there.
console.log(response.statusCode, ${read});
await pool.close();
`;
}

function headersLiteral(headers: readonly Header[]): string {
  const lines = headers.map((header) => {
    const value = "variable" in header ? `process.env.${header.variable} ?? ""` : literal(header.value);
    return `    ${literal(header.name)}: ${value},\n`;
  });
  return `{\n${lines.join("")}  }`;
}

function bodyProperty(body: WrittenRequest["body"]): string {
  if (!body) return "";
  return `\n  body: ${"hex" in body ? `Buffer.from(${literal(body.hex)}, "hex")` : literal(body.text)},`;
}

function isBytes(body: WrittenRequest["body"]): boolean {
  return body !== undefined && "hex" in body;
}

/** A literal of JavaScript; the two separators that JSON allows in strings and old scripts do not are escaped. */
function literal(text: string): string {
  return JSON.stringify(text)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/**
 * A word of a POSIX shell, whatever is in it. Keys that a terminal would act on when they are pasted, such as Ctrl-C,
 * are written as what prints them.
 */
function shellWord(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  // eslint-disable-next-line no-control-regex
  return `'${quoted.replace(/[\u0001-\u0008\u000b-\u001f\u007f]/g, printed)}'`;
}

function printed(key: string): string {
  return `'"$(printf '\\${key.charCodeAt(0).toString(8).padStart(3, "0")}')"'`;
}

/** The environment variable for a header's value: a name that begins with a digit would be a parameter of the shell. */
function variableOf(header: string): string {
  const name = header.toUpperCase().replace(/[^A-Z0-9]/g, "_");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
