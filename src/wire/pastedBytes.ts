import { t } from "../base/translate";
import { counted } from "../base/words";
import { base64Bytes } from "./base64";
import { bytesToHex, hexToBytes } from "./hex";
import { dumpedBytes } from "./hexDumpText";
import { limits } from "./limits";
import { literalStart, quoted, readLiterals } from "./printedLiterals";

/** Bytes that someone pasted, and what their text was taken for, in words such as “base64”. */
export interface PastedBytes {
  readonly bytes: Uint8Array;
  readonly as: string;
}

export type ReadBytes = PastedBytes | { readonly problem: string };

/**
 * Reads bytes as people have them: hex with or without `0x`, blanks, line breaks or other separators; hex dumps; base64;
 * and what languages print of bytes: `b'\xbf\x00'`, `Uint8Array(2) [ 191, 0 ]`, `<Buffer bf 00>`, `[191, 0]`, `\xbf\x00`.
 * `hex:` and `base64:` before a text say which of both it is. A text that can mean several things, or that was cut when
 * it was printed, is a problem in words: nothing is guessed. Takes time in proportion to the text.
 */
export function readPastedBytes(text: string): ReadBytes {
  if (text.length > limits.pastedCharacters) {
    return {
      problem: t`The text is too long: ${text.length} characters; at most ${limits.pastedCharacters} are read.`,
    };
  }
  const typed = text.trim();
  // First of all, since beside the bytes of a dump stands any text.
  const dump = dumpedBytes(typed);
  if (dump) return "problem" in dump ? dump : { ...dump, as: t`a hex dump` };
  const named = /^(?:(hex|base64):|data:[^,\s]{0,100};base64,|["']?fn_args["']?\s{0,9}[:=])\s{0,9}/i.exec(typed);
  if (named) return readNamed(named[1]?.toLowerCase() === "hex", typed.slice(named[0].length));
  if (typed.includes("\\") || literalStart.test(typed)) {
    const literals = readLiterals(typed);
    // Quotes around hex or base64, as in JSON, are only quotes.
    return "inside" in literals ? readPastedBytes(literals.inside) : literals;
  }
  if (/\[Uint8Contents\]|^<\w{1,20}\s/.test(typed.slice(0, 100))) return readAngles(typed);
  if (/[[{]/.test(typed)) return readList(typed);
  return readHex(typed);
}

/** The digits of pasted bytes. Throws a SyntaxError with the problem, as `hexToBytes` does. */
export function pastedHex(text: string): string {
  const read = readPastedBytes(text);
  if ("problem" in read) throw new SyntaxError(read.problem);
  return bytesToHex(read.bytes);
}

/** What was read, as a person is told of it: `3 bytes, read from base64`. */
export function readWords({ bytes, as }: PastedBytes): string {
  const size = counted(bytes.length, "byte");
  return as === plainHex ? size : t`${size}, read from ${as}`;
}

const plainHex = "hex";

function readNamed(isHex: boolean, rest: string): ReadBytes {
  const bare = /^(["'])([^"'\\]*)\1[,;]?$/.exec(rest)?.[2] ?? rest;
  if (isHex) return readHex(bare, true);
  // A transaction's arguments are base64 wherever a node shows them.
  const bytes = base64Bytes(bare.replace(/\s+/g, ""));
  return bytes
    ? { bytes, as: "base64" }
    : { problem: t`This is not base64: letters are missing, or are none of its own.` };
}

/** What Node.js prints of a buffer: `<Buffer 01 02>`, `ArrayBuffer { [Uint8Contents]: <01 02>, byteLength: 2 }`. */
function readAngles(text: string): ReadBytes {
  const inside = text
    .slice(text.indexOf("<") + 1, text.lastIndexOf(">"))
    .replace(/^\w{3,20}\b/, "")
    .trim();
  const more = leftOut(inside);
  if (more) return more;
  if (!/^(?:[0-9a-f]{2}(?:\s+|$))*$/i.test(inside))
    return { problem: t`The printed buffer holds something else than hex.` };
  return { bytes: hexToBytes(inside.replace(/\s+/g, "")), as: t`a printed buffer` };
}

function leftOut(text: string): { problem: string } | undefined {
  const more = /(?:\.\.\.|…)\s*(\d+)? ?(?:more)?/.exec(text);
  return more
    ? {
        problem: more[1]
          ? t`The printout leaves out ${more[1]} bytes: print all of them.`
          : t`The printout leaves out bytes: print all of them.`,
      }
    : undefined;
}

/** Lists of numbers, with what languages write around them, and JSON of a buffer or a typed array. */
function readList(text: string): ReadBytes {
  const indexed = /^\{\s{0,9}"0"\s{0,9}:/.test(text) ? indexedItems(text) : undefined;
  if (indexed) return listedBytes(indexed);
  const list = /\{([^{}:]*)\}[\s;)]{0,9}$/.exec(text) ?? /\[([^[\]]*)\][^[\]]{0,99}$/.exec(text);
  if (!list) return { problem: t`This is not one list of numbers, or a part of it is missing.` };
  const inside = list[1]!.trim();
  const around = text.slice(0, list.index).replace(/\[(?:\w{1,9};\s?\w{1,9})?\]/g, "");
  if (!/^[\w\s!&().:="{,]*$/.test(around) || /\d\s{0,9},/.test(around)) {
    return { problem: t`Before the list stands ${quoted(around)}: paste one list alone.` };
  }
  const more = leftOut(inside);
  if (more) return more;
  const items = separated(inside);
  const claimed = /^\w{1,40}\((\d{1,9})\)/.exec(text)?.[1];
  if (claimed !== undefined && Number(claimed) !== items.length) {
    return { problem: t`The list claims ${claimed} items and has ${items.length}: a part is missing.` };
  }
  return listedBytes(items);
}

/** What stands between commas, or where there are none between blanks. */
function separated(list: string): string[] {
  if (list === "") return [];
  const parts = list.replace(/,$/, "").split(list.includes(",") ? "," : /\s+/);
  return parts.map((part) => part.trim());
}

/** The values of `{"0":1,"1":2}`, which JSON makes of a typed array; undefined unless its keys count up. */
function indexedItems(text: string): string[] | undefined {
  const members = text.slice(1, text.lastIndexOf("}")).split(",");
  const items = members.map((member, at) =>
    member.trim().startsWith(`"${at}"`) ? member.split(":")[1]?.trim() : undefined,
  );
  return items.every((item) => item !== undefined) ? items : undefined;
}

function listedBytes(items: readonly string[]): ReadBytes {
  // Of millions of items few are written differently.
  const spellings = [...new Set(items)];
  const hexLike = spellings.some((item) => /^0[0-9a-f]$|^[0-9a-f]?[a-f][0-9a-f]?$/i.test(item));
  const isSigned = spellings.some((item) => item.startsWith("-"));
  const values = new Map(spellings.map((item) => [item, listedValue(item, hexLike)]));
  const isByte = (value: number) => (isSigned ? value >= -128 && value < 128 : value >= 0 && value < 256);
  const bytes = new Uint8Array(items.length);
  for (const [at, item] of items.entries()) {
    const value = values.get(item) ?? NaN;
    if (!isByte(value)) return { problem: t`Item ${at + 1} of the list is no byte: ${quoted(item)}.` };
    bytes[at] = value;
  }
  return { bytes, as: hexLike ? t`a list of hex numbers` : t`a list of numbers` };
}

function listedValue(item: string, hexLike: boolean): number {
  const prefixed = /^0x([0-9a-f]{1,2})(?:_?u8)?$/i.exec(item)?.[1];
  const plain = /^(-?\d{1,3})(?:_?u8)?$/.exec(item)?.[1];
  const hex = prefixed ?? (hexLike && /^[0-9a-f]{1,2}$/i.test(item) ? item : undefined);
  if (hex !== undefined) return parseInt(hex, 16);
  return plain !== undefined && !hexLike ? Number(plain) : NaN;
}

/** Hex with or without `0x`, in groups; else base64 if it can be nothing else. */
function readHex(text: string, sure = false): ReadBytes {
  const groups = text.split(/[\s,:;_-]+/).filter((group) => group !== "");
  const isMarked = /0x/i.test(text);
  const digits = isMarked ? groups.map((group) => group.replace(/^0x/i, "")) : groups;
  const joined = digits.join("");
  if (!/^[0-9a-f]*$/i.test(joined)) return (sure ? undefined : readBase64(text)) ?? hexProblem(text);
  if (groups.length < 2) return joined.length % 2 ? hexProblem(text) : { bytes: hexToBytes(joined), as: plainHex };
  const areMarked = isMarked && groups.some((group) => /^0x/i.test(group));
  if (areMarked && digits.every((each) => each.length < 3)) return listedBytes(digits.map((each) => `0x${each}`));
  if (text.includes(",") && !areMarked) {
    if (digits.some((each) => each.length === 3)) return listedBytes(groups);
    if (!/[a-f]/i.test(joined))
      return { problem: t`This can be hex or decimal: put decimal numbers in [ ], or leave out the commas of hex.` };
  }
  const odd = digits.find((each) => each.length % 2);
  const isWrapped = !/[^\S\r\n]|[:;_-]/.test(text);
  if (odd !== undefined && (!isWrapped || joined.length % 2)) {
    return { problem: t`Odd number of hex digits in ${quoted(odd)}: a byte takes two.` };
  }
  return { bytes: hexToBytes(joined), as: t`hex in groups` };
}

function hexProblem(text: string): { problem: string } {
  const first = /^0x/i.test(text) ? 2 : 0;
  const stray = text.slice(first).search(/[^0-9a-f\s,:;_-]/i);
  if (stray < 0) return { problem: t`Odd number of hex digits (${text.length - first}): a byte takes two.` };
  const wrong = t`Character ${first + stray + 1} is not a hex digit (0–9, a–f).`;
  const isBase64 = first === 0 && base64Bytes(text.replace(/\s+/g, ""));
  return { problem: isBase64 ? `${wrong} ${t`If it is base64, write base64: before it.`}` : wrong };
}

/** Text that can only be base64: padded, or long with many letters that hex has not. */
function readBase64(text: string): ReadBytes | undefined {
  if (/^0x/i.test(text)) return undefined;
  const joined = text.replace(/\s+/g, "");
  const foreign = joined.replace(/[0-9a-f]+/gi, "").length;
  const isWhole = joined.length % 4 === 0 || joined.length >= 24;
  const isSure = joined.endsWith("=") || (joined.length >= 12 && isWhole && foreign * 4 >= joined.length);
  const bytes = isSure ? base64Bytes(joined) : undefined;
  return bytes && { bytes, as: "base64" };
}
