import { t } from "../base/translate";
import { hexToBytes } from "./hex";
import { limits } from "./limits";

interface DumpLine {
  readonly offset: number;
  readonly hasColon: boolean;
  readonly digits: string;
}

/**
 * The bytes of a hex dump as `xxd`, `hexdump -C`, `od -t x1` or Chainscope print it: each line an offset, bytes, and
 * perhaps their characters, which are passed over. Undefined for a text that is no dump, also where hex is only broken
 * into lines that look like offsets; a problem in words for a dump from which lines are missing.
 */
export function dumpedBytes(text: string): { bytes: Uint8Array } | { problem: string } | undefined {
  const lines = linesOf(text);
  const found: DumpLine[] = [];
  for (const line of lines) {
    if (found.length > 0 && line.trim() === "*")
      return { problem: t`The dump leaves out repeated lines (*): print it whole, as hexdump -v does.` };
    const read = dumpLine(line);
    if (!read) return undefined;
    found.push(read);
  }
  const [first] = found;
  if (!first || (lines.length === 1 && !first.hasColon && !/^\s*0{6,16}\s{2,}/.test(text))) return undefined;
  const parts: string[] = [];
  let widest = found.length > 1 ? 0 : Infinity;
  for (const [at, { offset, digits, hasColon }] of found.entries()) {
    const next = found[at + 1];
    const size = digits.length / 2;
    const wanted = next ? next.offset - offset : Math.min(size, widest);
    // Only what is left for the last line is less than a line's bytes.
    const isEven = !next || at === 0 || wanted === widest || (wanted < widest && at === found.length - 2);
    // Beside the bytes of a dump without colons stands nothing that looks like more of them.
    if (next && !hasColon && wanted < size) return undefined;
    if (next && (wanted <= 0 || !isEven))
      return hasColon
        ? { problem: t`The dump's offsets do not count up evenly: see ${next.offset.toString(16)}.` }
        : undefined;
    widest = Math.max(widest, wanted);
    // Characters beside the bytes may look like bytes: the next line's offset tells where they begin.
    if (wanted > size)
      return hasColon ? { problem: t`The dump lacks bytes after offset ${offset.toString(16)}.` } : undefined;
    parts.push(digits.slice(0, wanted * 2));
  }
  return { bytes: hexToBytes(parts.join("")) };
}

/**
 * The lines of a dump, also of one that came through a box, which makes blanks of line breaks: then a line begins where
 * the next offset stands.
 */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [only = ""] = lines;
  const first = /^\s{0,8}([0-9a-f]{4,12})(?::|\s)/i.exec(only)?.[1];
  if (lines.length !== 1 || first === undefined) return lines;
  const start = parseInt(first, 16);
  const markOf = (offset: number) => ` ${offset.toString(16).padStart(first.length, "0")}`;
  const width = widths.find((each) => {
    const at = only.indexOf(markOf(start + each));
    return at > 2 * each && at < 6 * each + 40;
  });
  if (width === undefined) return lines;
  const found: string[] = [];
  let from = 0;
  for (let offset = start + width; ; offset += width) {
    const at = only.indexOf(markOf(offset), from + 2 * width);
    if (at < 0) break;
    found.push(only.slice(from, at));
    from = at + 1;
  }
  const end = /^(.*\S)\s+([0-9a-f]{4,12})\s*$/i.exec(only.slice(from));
  const isEnd = end?.[2]?.length === first.length && parseInt(end[2], 16) > start + found.length * width;
  return [...found, ...(isEnd ? end.slice(1) : [only.slice(from)])];
}

/** Bytes that dumps have on a line. */
const widths = [16, 32, 8];

function dumpLine(line: string): DumpLine | undefined {
  const head = /^\s{0,8}(?:0x)?([0-9a-f]{4,12})(:\s?|\s+|$)/i.exec(line);
  if (!head) return undefined;
  let digits = "";
  const groups = /(\s*)([0-9a-f]{2,32})(?=\s|$)/giy;
  groups.lastIndex = head[0].length;
  for (let group = groups.exec(line); group; group = groups.exec(line)) {
    const [, gap = "", bytes = ""] = group;
    // A wide gap ends the bytes, but for the one in the middle of a line.
    const isWide = gap.length > 2 || (gap.length === 2 && digits.length !== 16);
    if (bytes.length % 2 || (digits !== "" && isWide)) break;
    digits += bytes;
  }
  return { offset: parseInt(head[1]!, 16), hasColon: head[2]!.startsWith(":"), digits };
}

const perLine = 16;

/** Bytes as people read them: offset, hex, printable characters. Beyond `most` bytes it says how many more there are. */
export function hexDump(bytes: Uint8Array, most: number = limits.listed.dumpBytes): string[] {
  const lines: string[] = [];
  const shown = bytes.subarray(0, most);
  for (let at = 0; at < shown.length; at += perLine) {
    const row = [...shown.subarray(at, at + perLine)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0"));
    const halves = [hex.slice(0, 8).join(" "), hex.slice(8).join(" ")].join("  ").padEnd(3 * perLine);
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${halves}  ${text}`);
  }
  if (bytes.length > most) lines.push(t`… ${bytes.length - most} more bytes`);
  return lines;
}
