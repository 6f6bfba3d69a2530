import { parseExactJson } from "../../wire/json/exactJson";
import { JsonTokens } from "../../wire/json/jsonTokens";
import { limits } from "../../wire/limits";
import { nestedJson } from "../../wire/json/nestedJson";

/** A string of a result that says more than a person can read in it. Offsets in UTF-16 code units, quotes included. */
export type ResultValue = {
  readonly start: number;
  readonly end: number;
  /** Keys and indexes that lead to it from the result's data. */
  readonly path: readonly (string | number)[];
} & (
  | { readonly kind: "json"; readonly text: string }
  /** Bytes of an event, or of a function's input, as hex: their contract's driver knows what they mean. */
  | { readonly kind: "event" | "input"; readonly contract: string; readonly name: string; readonly hex: string }
);

/** The values of a result's text that can be opened: JSON in a string, and bytes beside the names of whose they are. */
export function resultValues(text: string): ResultValue[] {
  const tokens = new JsonTokens(text.slice(0, limits.resultValueCharacters));
  const values: ResultValue[] = [];
  const open: Container[] = [];
  while (tokens.next()) {
    const { kind, raw, start, end } = tokens;
    const inside = open.at(-1);
    if (raw === "{" || raw === "[") {
      open.push({ isList: raw === "[", index: 0, key: undefined, isKey: raw === "{", strings: new Map() });
    } else if (raw === "}" || raw === "]") {
      const closed = open.pop();
      const bytes = closed && bytesIn(closed.strings);
      if (bytes) values.push({ ...bytes, path: [...pathOf(open), "data"] });
    } else if (!inside) {
      continue;
    } else if (raw === ",") {
      inside.index += 1;
      inside.isKey = !inside.isList;
    } else if (raw === ":") {
      inside.isKey = false;
    } else if (kind === "string" && inside.isKey) {
      inside.key = parseExactJson(raw) as string;
    } else if (kind === "string") {
      const found = nestedJson(raw);
      if (found !== undefined) values.push({ kind: "json", text: found, start, end, path: pathOf(open) });
      if (inside.key !== undefined && namesOfBytes.has(inside.key)) inside.strings.set(inside.key, { raw, start, end });
    }
  }
  return values.sort((one, other) => one.start - other.start);
}

interface Container {
  readonly isList: boolean;
  index: number;
  /** The key that came last, and whether the next string is one. */
  key: string | undefined;
  isKey: boolean;
  readonly strings: Map<string, { raw: string; start: number; end: number }>;
}

/** The members of an event, by either name of its contract, and of a call. */
const namesOfBytes = new Set(["data", "source", "target", "topic", "contractId", "fnName"]);

function bytesIn(strings: Container["strings"]) {
  const data = strings.get("data");
  const textOf = (name: string) => {
    const found = strings.get(name);
    return found && (parseExactJson(found.raw) as string);
  };
  const hex = textOf("data");
  if (!data || hex === undefined || !/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(hex)) return undefined;
  const { start, end } = data;
  const [topic, fn] = [textOf("topic"), textOf("fnName")];
  const [source, called] = [textOf("source") ?? textOf("target"), textOf("contractId")];
  if (topic && source) return { kind: "event", contract: source, name: topic, hex, start, end } as const;
  return fn && called ? ({ kind: "input", contract: called, name: fn, hex, start, end } as const) : undefined;
}

/** Without the first step, which is the result's `data` or `errors`. */
function pathOf(open: readonly Container[]): (string | number)[] {
  return open.slice(1).map(({ isList, index, key }) => (isList ? index : (key ?? "")));
}
