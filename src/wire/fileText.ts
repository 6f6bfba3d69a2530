/**
 * The text of a file as people and their tools write it: UTF-8, or what its byte order mark says (PowerShell's `>` writes
 * UTF-16). The mark is no part of it. `fatal`: throws a TypeError for what is no text.
 */
export function fileText(bytes: Uint8Array, fatal = false): string {
  return new TextDecoder(encodingOf(bytes), { fatal }).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
