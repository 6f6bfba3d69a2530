import { decodeEventFrame, type EventFrame } from "./eventFrame";
import { BACKSLASH, CLOSE_BRACE, OPEN_BRACE, QUOTE } from "./json/jsonTokens";
import { limits } from "./limits";

const lengthBytes = 4;

/**
 * The event that pasted bytes are (§2.3): a whole message, or one without its length, or with a part of it, as logs and
 * people's notes have them. Undefined for all else: the header must be there, and name what the event is of.
 */
export function pastedFrame(bytes: Uint8Array): EventFrame | undefined {
  const frame = decodeEventFrame(bytes);
  if (!("problem" in frame)) return frame;
  const start = bytes.subarray(0, lengthBytes + 1).indexOf(OPEN_BRACE);
  const end = start < 0 ? -1 : endOfObject(bytes, start);
  if (end < 0) return undefined;
  const whole = new Uint8Array(lengthBytes + bytes.length - start);
  new DataView(whole.buffer).setUint32(0, end - start, true);
  whole.set(bytes.subarray(start), lengthBytes);
  const mended = decodeEventFrame(whole);
  return "problem" in mended ? undefined : mended;
}

/**
 * Whether pasted bytes are the beginning of an event whose header does not end: printouts and logs are cut. Its length
 * claims more than there is, or it says what it is of.
 */
export function isCutFrame(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, lengthBytes + 1).indexOf(OPEN_BRACE);
  if (start < 0 || bytes[start + 1] !== QUOTE || endOfObject(bytes, start) >= 0) return false;
  const claimed = start === lengthBytes ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) : 0;
  const isShort = claimed > bytes.length - start && claimed <= limits.eventHeaderBytes;
  return (
    isShort || new TextDecoder("latin1").decode(bytes.subarray(start, start + 500)).includes('"Content-Location":')
  );
}

/** Where the JSON object that begins at `start` ends; -1 if it does not, or not within the bounds of a header. */
function endOfObject(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let inText = false;
  const last = Math.min(bytes.length, start + limits.eventHeaderBytes);
  for (let at = start; at < last; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_BRACE) depth++;
    else if (byte === CLOSE_BRACE && --depth === 0) return at + 1;
  }
  return -1;
}
