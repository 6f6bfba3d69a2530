import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** The files of a zip archive, by name, each read when asked for. Throws when it is none. */
export function zipFiles(path: string): Map<string, () => string> {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06"));
  if (end < 0) throw new Error(`${path} is no zip archive`);
  const files = new Map<string, () => string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ];
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    files.set(bytes.toString("utf8", at + 46, at + 46 + name), () => {
      const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
      const packed = bytes.subarray(from, from + size);
      return (method === 0 ? packed : inflateRawSync(packed)).toString("utf8");
    });
    at += 46 + name + extra + comment;
  }
  return files;
}
