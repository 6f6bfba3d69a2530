import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { SoundAnswer } from "./soundAnswers";

/** Words as the worst node chooses them: links that run commands, icons, markup, controls, directions, hidden letters. */
const hostileWords =
  'VM error: [see the details](command:workbench.action.quickOpen?%22typed%20by%20the%20node%22) $(zap) <img src=x onerror="alert(1)"> ' +
  "[more](https://example.invalid) \u001b[31mred\u0007 \u202egnp.exe \u{e0041}\u{e0042}\u200b\u3164 **bold** `code`\r\nand a second line";

/** Answers one request in the worst way of its kind. */
type Answer = (response: ServerResponse, sound: SoundAnswer) => void | Promise<void>;

const mebibyte = 2 ** 20;

/** Every way in which an answer can be odd; the names are what a test says of a method that met one. */
export const kinds = {
  "words in a failure": (response) => send(response, hostileWords, { status: 500, type: "text/plain" }),
  "words in a failure's JSON": (response) => json(response, JSON.stringify({ error: hostileWords }), 422),
  "words in every text": (response, sound) =>
    changed(response, sound, (value) => (typeof value === "string" ? hostileWords : value)),
  "28 kB of nesting": (response) => json(response, "[".repeat(14_000) + "]".repeat(14_000)),
  "objects in objects": (response) => json(response, '{"a":'.repeat(50_000) + "1" + "}".repeat(50_000)),
  "millions of digits": (response, sound) =>
    json(response, textOf(sound).replace(/(?<=[:[,])\d+|^\d+/, "7".repeat(6_000_000))),
  "16 MiB of blanks": (response, sound) => send(response, " ".repeat(16 * mebibyte) + textOf(sound), typeOf(sound)),
  "no field at all": (response, sound) => json(response, Array.isArray(valueOf(sound)) ? "[{},{},{}]" : "{}"),
  "fields one by one missing": (response, sound) => json(response, JSON.stringify(lacking(valueOf(sound)))),
  "null for every value": (response, sound) => changed(response, sound, () => null),
  "values of other types": (response, sound) =>
    changed(response, sound, (value) => (typeof value === "string" ? 1.5 : [{ odd: [true] }])),
  "a scalar for the whole": (response) => json(response, "-0.5e-7"),
  "each field twice": (response, sound) =>
    json(response, JSON.stringify(valueOf(sound)).replace(/"(\w+)":([^,{}[\]]+)/g, '"$1":$2,"$1":null')),
  "30 000 equal elements": (response, sound) => json(response, repeated(valueOf(sound), 30_000)),
  "30 000 equal keys": (response) => json(response, `{${Array.from({ length: 30_000 }, () => '"key":1').join(",")}}`),
  "100 000 rows": (response, sound) => json(response, repeated(valueOf(sound), 100_000)),
  "a list without an end": (response, sound) =>
    endless(response, "application/json", "[", `${JSON.stringify(valueOf(sound))},`),
  "blanks without an end": (response) => endless(response, "application/json", "", " "),
  "a failure without an end": (response) => endless(response, "text/plain", "", "no ", 500),
  "text without an end": (response) => endless(response, "text/plain", "", "type A { b: C } "),
  "broken SDL": (response) =>
    send(
      response,
      `type A {${"\n".repeat(40_000)}x: }\n"""open ${'type B { c: D @deprecated(reason: "raw "quotes"") }\n'.repeat(2000)}`,
      { type: "text/plain" },
    ),
  "a hostile driver": (response) => send(response, tableDriver(), { type: "application/wasm" }),
  "bytes at random": (response) => send(response, noise(100_000), { type: "application/json" }),
  "hex of half a byte": (response) => send(response, `${"ab".repeat(500_000)}c`, { type: "text/plain" }),
  "a page": (response) => send(response, `<!doctype html><p>${"<b>".repeat(20_000)}`, { type: "text/html" }),
  "a redirect": (response) =>
    send(response, "", {
      status: 302,
      headers: { location: `http://evil.invalid/${hostileWords.replace(/[^ -~]/g, "")}` },
    }),
  "a refusal that blames versions": (response) =>
    send(response, `mismatched version: requested ${" ".repeat(60_000)}`, { status: 400 }),
  "a Link header of brackets": (response, sound) =>
    send(response, textOf(sound), { ...typeOf(sound), headers: { deprecation: "true", link: "<".repeat(12_000) } }),
  "a version of brackets": (response, sound) =>
    send(response, textOf(sound), {
      ...typeOf(sound),
      headers: { "node-version": `[x](command:y)${"v".repeat(8000)}` },
    }),
  "a compressed bomb": (response) =>
    send(response, bomb, { type: "application/json", headers: { "content-encoding": "gzip" } }),
  "no answer": () => undefined,
  "a cut answer": (response, sound) => cut(response, textOf(sound)),
  "one byte at a time": (response, sound) => trickle(response, textOf(sound)),
} satisfies Record<string, Answer>;

/** The name of a way to be odd. */
export type HostileKind = keyof typeof kinds;

interface Sent {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
}

function send(response: ServerResponse, body: string | Uint8Array, { status = 200, type, headers }: Sent = {}): void {
  response.writeHead(status, { ...(type && { "content-type": type }), ...headers }).end(body);
}

function json(response: ServerResponse, text: string, status = 200): void {
  send(response, text, { status, type: "application/json" });
}

/** The sound answer with each of its scalars, and the answer itself when it is one, made into something else. */
function changed(response: ServerResponse, sound: SoundAnswer, change: (scalar: unknown) => unknown): void {
  const each = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(each);
    if (typeof value !== "object" || value === null) return change(value);
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, each(field)]));
  };
  json(response, JSON.stringify(each(valueOf(sound))));
}

/** For each of its fields a copy without it; of an object that is no list, the copy without the first. */
function lacking(value: unknown): unknown {
  const copies = (object: object) => Object.keys(object).map((name) => ({ ...object, [name]: undefined }));
  if (Array.isArray(value)) return value.flatMap((each: unknown) => (isObject(each) ? copies(each) : [each]));
  return isObject(value) ? (copies(value)[0] ?? {}) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function repeated(value: unknown, times: number): string {
  const element = JSON.stringify(Array.isArray(value) ? value[0] : { row: "18446744073709551615" });
  return `[${Array.from({ length: times }, () => element).join(",")}]`;
}

function valueOf(sound: SoundAnswer): unknown {
  if ("json" in sound) return sound.json;
  return "text" in sound ? sound.text : Buffer.from(sound.bytes).toString("hex");
}

function textOf(sound: SoundAnswer): string {
  return "text" in sound ? sound.text : JSON.stringify(valueOf(sound));
}

function typeOf(sound: SoundAnswer): Sent {
  return { type: "json" in sound ? "application/json" : "text/plain" };
}

/** Sends the same again and again for as long as someone listens. */
function endless(response: ServerResponse, type: string, start: string, chunk: string, status = 200): void {
  const chunks = chunk.repeat(Math.ceil(65_536 / chunk.length));
  response.writeHead(status, { "content-type": type });
  response.write(start);
  const more = () => {
    while (!response.closed && response.write(chunks));
  };
  response.on("drain", more);
  more();
}

function cut(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": text.length + 1000 });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function trickle(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json" });
  let at = 0;
  const timer = setInterval(() => response.write(text[at++ % text.length]!), 20);
  response.on("close", () => clearInterval(timer));
}

/** Bytes that look random and are always the same. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 255);
}

/** A module of the WebAssembly format that declares 90 tables of 10 000 000 elements, and nothing that a driver has. */
function tableDriver(): Uint8Array {
  const table = [0x70, 0x00, 0x80, 0xad, 0xe2, 0x04];
  const section = [90, ...Array.from({ length: 90 }, () => table).flat()];
  const length = [(section.length & 0x7f) | 0x80, section.length >> 7];
  return Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 4, ...length, ...section]);
}

const bomb = gzipSync(Buffer.alloc(256 * mebibyte));
