const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Uint8Array(128);
for (let at = 0; at < 64; at++) values[letters.charCodeAt(at)] = at;
values["-".charCodeAt(0)] = 62;
values["_".charCodeAt(0)] = 63;

/** Base64 of either alphabet, padded or not, as bytes; undefined for what no encoder writes. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = text.length - padding;
  if (length % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  if (!/^[A-Za-z0-9+/_-]*$/.test(text.slice(0, length))) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let held = 0;
  let bits = 0;
  let size = 0;
  for (let at = 0; at < length; at++) {
    held = ((held << 6) | values[text.charCodeAt(at)]!) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[size++] = held >> bits;
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
