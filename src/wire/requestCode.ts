/** One request as it goes over the wire, to be written down as code. */
export interface PlainRequest {
  url: string;
  headers: { [name: string]: string };
  body: { json: string } | { hex: string };
}

/** The ways to write a request down. */
export const codeKinds = ["curl", "fetch", "undici (TypeScript)"] as const;
export type CodeKind = (typeof codeKinds)[number];

/** The request as a command for a POSIX shell, or as code that sends it and prints the answer without rounding integers. */
export function requestCode(kind: CodeKind, request: PlainRequest): string {
  switch (kind) {
    case "curl":
      return curl(request);
    case "fetch":
      return fetchCode(request);
    case "undici (TypeScript)":
      return undiciCode(request);
  }
}

function curl({ url, headers, body }: PlainRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${shellWord(`${name}: ${value}`)}`);
  if ("json" in body)
    return [`curl -sS -X POST ${shellWord(url)}`, ...lines, `  --data-raw ${shellWord(body.json)}`].join(" \\\n");
  const request = [`curl -sS -X POST ${shellWord(url)}`, ...lines, "  --data-binary @-"].join(" \\\n");
  return `printf ${shellWord(body.hex)} | xxd -r -p | ${request}`;
}

function fetchCode(request: PlainRequest): string {
  const { body } = request;
  const read = "json" in body ? "await response.text()" : "new Uint8Array(await response.arrayBuffer())";
  return `const response = await fetch(${literal(request.url)}, {
  method: "POST",
  headers: ${headersLiteral(request.headers)},
  body: ${bodyLiteral(body)},
});
// The text, not response.json(): a 64-bit integer would lose digits there.
console.log(response.status, ${read});
`;
}

function undiciCode(request: PlainRequest): string {
  const { body } = request;
  const { origin, pathname } = new URL(request.url);
  const read = "json" in body ? "await answer.body.text()" : "new Uint8Array(await answer.body.arrayBuffer())";
  return `import { Pool } from "undici";

const pool = new Pool(${literal(origin)});
const answer = await pool.request({
  path: ${literal(pathname)},
  method: "POST",
  headers: ${headersLiteral(request.headers)},
  body: ${bodyLiteral(body)},
});
// The text, not body.json(): a 64-bit integer would lose digits there.
console.log(answer.statusCode, ${read});
await pool.close();
`;
}

function headersLiteral(headers: PlainRequest["headers"]): string {
  const lines = Object.entries(headers).map(([name, value]) => `    ${literal(name)}: ${literal(value)},\n`);
  return `{\n${lines.join("")}  }`;
}

function bodyLiteral(body: PlainRequest["body"]): string {
  return "json" in body ? literal(body.json) : `Buffer.from(${literal(body.hex)}, "hex")`;
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
export function shellWord(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  // eslint-disable-next-line no-control-regex
  return `'${quoted.replace(/[\u0001-\u0008\u000b-\u001f\u007f]/g, printed)}'`;
}

function printed(key: string): string {
  return `'"$(printf '\\${key.charCodeAt(0).toString(8).padStart(3, "0")}')"'`;
}
