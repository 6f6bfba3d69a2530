import { parseExactJson, type Json } from "./exactJson";
import type { Target } from "./target";

/** One event as it travelled (§2.3). */
export interface EventFrame {
  /** Every header field the node sent, as a plain object with the node's own spelling of the names. */
  readonly header: { [key: string]: Json };
  /** The `Content-Location`, as sent. */
  readonly location: string;
  /** What the location names: component and entity, and the topic in the spelling of whoever emitted the event. */
  readonly target: Target;
  /** The transaction the event comes from, if the node says (`<prefix>-Origin`). */
  readonly origin?: string | undefined;
  /**
   * The payload: a view into the received message, not a copy. Nobody writes there again, so it may be kept, but it
   * keeps alive the whole piece that was read from the network (up to 64 KiB): copy it (`slice`) to store few of many.
   */
  readonly data: Uint8Array;
  /** The whole message as it arrived, also a view. */
  readonly bytes: Uint8Array;
}

/** A frame whose header claims to be longer than this is refused before its header is looked at. */
export const maxHeaderBytes = 64 * 1024;

const lengthBytes = 4;
const hyphen = "-".charCodeAt(0);
const utf8 = new TextDecoder();

/**
 * Takes a binary event message apart (§2.3): u32 little-endian header length, JSON header, data. Any bytes are allowed:
 * what is no event frame yields the reason in words. The payload is not looked at.
 */
export function decodeEventFrame(bytes: Uint8Array): EventFrame | { problem: string } {
  if (bytes.length < lengthBytes)
    return { problem: `The frame has ${bytes.length} bytes, too few for a header length.` };
  const headerLength = (bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24)) >>> 0;
  const rest = bytes.length - lengthBytes;
  if (headerLength > rest) return { problem: `The frame claims ${headerLength} header bytes, but ${rest} follow.` };
  if (headerLength > maxHeaderBytes) {
    return { problem: `The frame claims ${headerLength} header bytes; at most ${maxHeaderBytes} are accepted.` };
  }
  const text = utf8.decode(viewOf(bytes, lengthBytes, headerLength));
  const dataStart = lengthBytes + headerLength;
  return plainFrame(bytes, dataStart, text) ?? parsedFrame(bytes, dataStart, text);
}

/** What is not needed to find out whose event it is, is read when somebody asks: most events are only counted and kept. */
class Frame implements EventFrame {
  private fields: EventFrame["header"] | undefined;
  private payload: Uint8Array | undefined;

  constructor(
    readonly bytes: Uint8Array,
    private readonly dataStart: number,
    private readonly headerText: string,
    readonly location: string,
    readonly target: Target,
    readonly origin: string | undefined,
  ) {}

  get header(): EventFrame["header"] {
    return (this.fields ??= parseHeader(this.headerText) ?? { "Content-Location": this.location });
  }

  get data(): Uint8Array {
    return (this.payload ??= viewOf(this.bytes, this.dataStart, this.bytes.length - this.dataStart));
  }
}

const originEnding = "-origin";
const quote = 0x22;
/** What JSON has an escape for, and the escapes themselves. */
// eslint-disable-next-line no-control-regex -- what JSON does not allow in a text
const unplain = /[\\\x00-\x1f]/;

/**
 * A frame whose header is an object of texts without escapes and blanks, as nearly all are, read without making an
 * object of it; undefined for any other, also for what is no JSON.
 */
function plainFrame(bytes: Uint8Array, dataStart: number, text: string): EventFrame | undefined {
  if (unplain.test(text) || !text.startsWith("{")) return undefined;
  let location: string | undefined;
  let origin: string | undefined;
  for (let at = 0, end = 0; end + 2 < text.length; at = end + 1) {
    const nameEnd = text.indexOf('"', at + 2);
    end = text.indexOf('"', nameEnd + 3);
    if (!text.startsWith('":"', nameEnd) || text.charCodeAt(at + 1) !== quote || nameEnd < 0 || end < 0)
      return undefined;
    if (!text.startsWith(end + 2 === text.length ? "}" : ",", end + 1)) return undefined;
    const name = text.slice(at + 2, nameEnd);
    if (name === "Content-Location") location = text.slice(nameEnd + 3, end);
    else if (endsWith(name, originEnding)) origin ??= text.slice(nameEnd + 3, end);
  }
  const target = location && targetOfLocation(location);
  return location && target ? new Frame(bytes, dataStart, text, location, target, origin) : undefined;
}

function parsedFrame(bytes: Uint8Array, dataStart: number, text: string): EventFrame | { problem: string } {
  const header = parseHeader(text);
  if (!header) return { problem: "The frame's header is not a JSON object." };
  const location = header["Content-Location"] ?? fieldEndingWith(header, "content-location");
  if (typeof location !== "string") return { problem: "The frame's header has no Content-Location." };
  const target = targetOfLocation(location);
  if (!target) {
    return { problem: `The frame's Content-Location names no target: ${JSON.stringify(location.slice(0, 200))}.` };
  }
  const origin = fieldEndingWith(header, originEnding);
  const isNumber = typeof origin === "number" || typeof origin === "bigint";
  const known = typeof origin === "string" ? origin : isNumber ? String(origin) : undefined;
  return new Frame(bytes, dataStart, text, location, target, known);
}

/**
 * The target that a `Content-Location` names, or undefined. Unlike the path of a request it is not percent-encoded, and
 * a topic is free text: slashes, line breaks and letters of any script belong to it.
 */
function targetOfLocation(location: string): Target | undefined {
  if (!location.startsWith("/on/")) return undefined;
  const slash = location.indexOf("/", 4);
  const end = slash < 0 ? location.length : slash;
  const colon = location.indexOf(":", 4);
  const hasEntity = colon >= 0 && colon < end;
  const component = location.slice(4, hasEntity ? colon : end);
  if (component === "") return undefined;
  const target: Target = { component };
  if (hasEntity && colon + 1 < end) target.entity = location.slice(colon + 1, end);
  if (end + 1 < location.length) target.topic = location.slice(end + 1);
  return target;
}

/** Always a plain array, whatever kind the message came as: the `slice` of Node.js's own kind does not copy. */
function viewOf(bytes: Uint8Array, start: number, length: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, length);
}

function parseHeader(text: string): EventFrame["header"] | undefined {
  try {
    const header = JSON.parse(text) as { [key: string]: Json } | null;
    if (typeof header !== "object" || header === null || Array.isArray(header)) return undefined;
    for (const name in header) {
      // A header holds little but text, which JSON.parse reads exactly; the slower exact reader is for other values.
      if (typeof header[name] !== "string") return parseExactJson(text) as { [key: string]: Json };
    }
    return header;
  } catch {
    return undefined;
  }
}

function fieldEndingWith(header: { [key: string]: Json }, ending: string): Json | undefined {
  for (const name in header) if (endsWith(name, ending)) return header[name];
  return undefined;
}

/** Header names are case-insensitive, and each network has a prefix of its own. */
function endsWith(name: string, ending: string): boolean {
  const start = name.length - ending.length;
  // The hyphen is looked for first because it spares most names the lower-casing.
  return start >= 0 && name.charCodeAt(start + ending.indexOf("-")) === hyphen && name.toLowerCase().endsWith(ending);
}
