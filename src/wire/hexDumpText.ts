import { hexToBytes } from "./hex";

interface DumpLine {
  readonly offset: number;
  readonly hasColon: boolean;
  readonly digits: string;
}

/**
 * The bytes of a hex dump as `xxd`, `hexdump -C`, `od -t x1` or Chainscope print it: each line an offset, bytes, and
 * perhaps their characters, which are passed over. Undefined for a text that is no dump; a problem in words for one from
 * which lines are missing.
 */
export function dumpedBytes(text: string): { bytes: Uint8Array } | { problem: string } | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const found: DumpLine[] = [];
  for (const line of lines) {
    if (found.length > 0 && line.trim() === "*")
      return { problem: "The dump leaves out repeated lines (*): print it whole, as hexdump -v does." };
    const read = dumpLine(line);
    if (!read) return undefined;
    found.push(read);
  }
  const [first] = found;
  if (!first || (lines.length === 1 && !first.hasColon && !/^\s*0{6,16}\s{2,}/.test(text))) return undefined;
  const pieces: string[] = [];
  let widest = found.length > 1 ? 0 : Infinity;
  for (const [at, { offset, digits, hasColon }] of found.entries()) {
    const next = found[at + 1];
    const size = digits.length / 2;
    const wanted = next ? next.offset - offset : Math.min(size, widest);
    widest = Math.max(widest, wanted);
    // Characters beside the bytes may look like bytes: the next line's offset tells where they begin.
    if (wanted < 0 || wanted > size)
      return hasColon ? { problem: `The dump lacks bytes after offset ${offset.toString(16)}.` } : undefined;
    pieces.push(digits.slice(0, wanted * 2));
  }
  return { bytes: hexToBytes(pieces.join("")) };
}

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
