import { t } from "../base/translate";
import { type Json, parseExactJson } from "../wire/json/exactJson";
import { bytesToHex } from "../wire/hex";
import { isObject } from "../wire/json/fields";
import { jsonDocument } from "../wire/json/jsonDocument";
import { objectText } from "../wire/json/jsonMembers";
import { readPastedBytes } from "../wire/pastedBytes";
import {
  readExpectedEvents,
  readTransaction,
  transactionTexts,
  type ExpectedEvent,
  type FileTransaction,
} from "./callFileTransaction";
import type { LocatedProblem } from "./input/inputJson";
import { locateJson, scanJson } from "./jsonScan";
import type { JsonPath } from "./jsonPath";

/** A call kept in a file, `*.call.json`. */
export interface CallFile {
  /** Name of the connection to use; the active one unless set. */
  readonly connection?: string;
  /** Chain id of the network that the call is meant for, as decimal text. */
  readonly network?: string;
  /** The contract's id, or a name that a person or the node's family gave it. */
  readonly contract: string;
  readonly function: string;
  /** JSON for the driver, as its text, so that it is sent as it was written; or bytes as hex. */
  readonly input: JsonTextOrHex;
  readonly sendAs: "json" | "bytes";
  readonly stream: boolean;
  /** What the output must be, exactly. */
  readonly expected?: JsonTextOrHex;
  /** The call is sent as a transaction; that has no output. */
  readonly transact?: FileTransaction;
  readonly expectEvents?: readonly ExpectedEvent[];
}

type JsonTextOrHex = { readonly json: string } | { readonly hex: string };

export interface ReadCallFile {
  /** Missing when something is wrong. */
  readonly file?: CallFile;
  readonly problems: readonly LocatedProblem[];
}

/** Reads a call file. Everything wrong with it is said with its place; integers keep all their digits. */
export function readCallFile(text: string): ReadCallFile {
  const broken = scanJson(text);
  if (broken) return { problems: [{ path: [], ...broken }] };
  const found: { path: JsonPath; message: string }[] = [];
  const file = new CallFileReader(found, text).read(parseExactJson(text));
  if (found.length === 0) return { file, problems: [] };
  const places = locateJson(
    text,
    found.map(({ path }) => path),
  );
  const whole = { start: 0, end: text.length };
  return { problems: found.map((problem, at) => ({ ...problem, ...(places[at] ?? whole) })) };
}

/** The text of a call file. */
export function callFileText(file: CallFile): string {
  const { connection, network, contract, input, sendAs, stream, expected } = file;
  const fields: [key: string, text: string | undefined][] = [
    ["connection", JSON.stringify(connection)],
    ["network", network],
    ["contract", JSON.stringify(contract)],
    ["function", JSON.stringify(file.function)],
    contentField("input", input),
    ["sendAs", sendAs === "bytes" && "json" in input ? '"bytes"' : undefined],
    ["stream", stream ? "true" : undefined],
    contentField("expected", expected),
    ...transactionTexts(file.transact, file.expectEvents),
  ];
  return `${jsonDocument(objectText(fields))}\n`;
}

function contentField(name: string, content: JsonTextOrHex | undefined): [key: string, text: string | undefined] {
  if (content && "hex" in content) return [`${name}Hex`, JSON.stringify(content.hex)];
  return [name, content?.json];
}

/** The fields of a call file. */
export const callFileFields: readonly string[] = [
  "$schema",
  "connection",
  "network",
  "contract",
  "function",
  "input",
  "inputHex",
  "sendAs",
  "stream",
  "expected",
  "expectedHex",
  "transact",
  "expectEvents",
];

class CallFileReader {
  private fields: { [key: string]: Json } = {};

  constructor(
    private readonly problems: { path: JsonPath; message: string }[],
    private readonly source: string,
  ) {}

  read(value: Json): CallFile {
    if (isObject(value)) this.fields = value;
    else this.refuse([], t`A call file is a JSON object.`);
    for (const name of Object.keys(this.fields)) {
      if (!callFileFields.includes(name)) this.refuse([name], t`A call file has no field ${JSON.stringify(name)}.`);
    }
    const connection = this.text("connection");
    const network = this.network();
    const expected = this.content("expected", "expectedHex");
    const refuse = (path: JsonPath, message: string) => this.refuse(path, message);
    const transact = readTransaction(this.fields["transact"], refuse);
    const expectEvents = readExpectedEvents(this.fields["expectEvents"], refuse);
    this.refuseMixture();
    return {
      ...(connection !== undefined && { connection }),
      ...(network !== undefined && { network }),
      contract: this.text("contract", t`Name the contract, by its id or its name.`) ?? "",
      function: this.text("function", t`Name the function.`) ?? "",
      input: this.content("input", "inputHex") ?? { json: "null" },
      sendAs: this.sendAs(),
      stream: this.flag("stream"),
      ...(expected && { expected }),
      ...(transact && { transact }),
      ...(expectEvents && { expectEvents }),
    };
  }

  /** A transaction has no output, and only a transaction's events are waited for. */
  private refuseMixture(): void {
    const has = (name: string) => this.fields[name] !== undefined;
    for (const name of ["expected", "expectedHex", "stream"])
      if (has("transact") && has(name))
        this.refuse(["transact"], t`A transaction has no output: "${name}" does not go with "transact".`);
    if (has("expectEvents") && !has("transact"))
      this.refuse(["expectEvents"], t`Only a transaction's events can be expected: "transact": {} sends one.`);
  }

  private text(name: string, whenMissing?: string): string | undefined {
    const value = this.fields[name];
    if (value === undefined) return whenMissing === undefined ? undefined : this.refuse([], whenMissing);
    if (typeof value === "string" && value.trim() !== "") return value;
    return this.refuse([name], t`${JSON.stringify(name)} is a text that is not empty.`);
  }

  private network(): string | undefined {
    const value = this.fields["network"];
    if (value === undefined) return undefined;
    if ((typeof value === "number" && Number.isSafeInteger(value)) || typeof value === "bigint") return String(value);
    return this.refuse(["network"], t`The network is its chain id, an integer.`);
  }

  private content(name: string, hexName: string): JsonTextOrHex | undefined {
    const hex = this.fields[hexName];
    const json = this.fields[name];
    if (hex === undefined) return json === undefined ? undefined : { json: this.sourceOf(name) };
    if (json !== undefined) return this.refuse([hexName], t`Give either "${name}" or "${hexName}", not both.`);
    if (typeof hex !== "string") return this.refuse([hexName], t`It must be a text of hex digits.`);
    const read = readPastedBytes(hex);
    return "problem" in read ? this.refuse([hexName], read.problem) : { hex: bytesToHex(read.bytes) };
  }

  private sourceOf(name: string): string {
    const [location] = locateJson(this.source, [[name]]);
    return this.source.slice(location?.start, location?.end);
  }

  private sendAs(): "json" | "bytes" {
    const value = this.fields["sendAs"];
    if (value === undefined || value === "json" || value === "bytes") return value ?? "json";
    return this.refuse(["sendAs"], t`"sendAs" is "json" or "bytes".`) ?? "json";
  }

  private flag(name: string): boolean {
    const value = this.fields[name];
    if (value === undefined || typeof value === "boolean") return value ?? false;
    return this.refuse([name], t`"${name}" is true or false.`) ?? false;
  }

  private refuse(path: JsonPath, message: string): undefined {
    this.problems.push({ path, message });
  }
}
