import { limits } from "../../../../wire/limits";

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
  if (bytes.length > most) lines.push(`… ${bytes.length - most} more bytes`);
  return lines;
}
