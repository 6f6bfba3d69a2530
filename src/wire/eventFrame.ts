import { parseExactJson, type Json } from "./json/exactJson";
import { HeaderShape, type HeaderId } from "./headerShape";
import type { Target } from "./target";
import { limits } from "./limits";

/** One event as it travelled (§2.3). */
export interface EventFrame {
  /** Every header field the node sent, as a plain object with the node's own spelling of the names. */
  readonly header: { [key: string]: Json };
  /** The `Content-Location`, as sent. */
  readonly location: string;
  /**
   * The target without what differs from event to event: the hash of a block or a transaction. Events in a row mostly
   * share one object.
   */
  readonly kind: Target;
  /** What the location names: component and entity, and the topic in the spelling of its emitter. */
  readonly target: Target;
  /** What caused the event, a transaction or a block, if the node says (`<prefix>-Origin`). */
  readonly origin?: string | undefined;
  /**
   * The payload: a view into the received message, not a copy. No one writes there again, so it may be kept, but it
   * keeps alive the whole chunk that was read from the network (up to 64 KiB): copy it (`slice`) to store few of many.
   */
  readonly data: Uint8Array;
  /** The whole message as it arrived, also a view. */
  readonly bytes: Uint8Array;
}

const { eventHeaderBytes: maxHeaderBytes, knownHeaderBytes: longestKnown, knownHeaders: mostOfLength } = limits;
const lengthBytes = 4;
const hyphen = "-".charCodeAt(0);
const utf8 = new TextDecoder();

/**
 * Takes a binary event message apart (§2.3): u32 little-endian header length, JSON header, data. Any bytes are allowed:
 * what is no event frame yields the reason in words. The payload is not looked at.
 */
export function decodeEventFrame(bytes: Uint8Array): EventFrame | { problem: string } {
  const headerLength = headerLengthOf(bytes);
  return typeof headerLength === "number" ? readFrame(bytes, headerLength) : headerLength;
}

/** What is known of a frame whose header is like that of an earlier one. */
interface KnownHeader {
  shape: HeaderShape;
  kind: Target;
  /** The target, unless it differs. */
  target: Target | undefined;
  /** The origin, unless it differs: then it stands at this place. */
  origin: string | undefined;
  originRange: { start: number; end: number } | undefined;
}

/**
 * Takes the messages of a session apart, like `decodeEventFrame`. Most headers differ from an earlier one only in their
 * hashes; of those nothing is read before someone asks, since most events are only counted and kept.
 */
export class EventFrameReader {
  /** What headers have been like, by their length, the latest first. */
  private readonly known = new Map<number, readonly KnownHeader[]>();

  read(bytes: Uint8Array): EventFrame | { problem: string } {
    const headerLength = headerLengthOf(bytes);
    if (typeof headerLength !== "number") return headerLength;
    const ofLength = this.known.get(headerLength);
    if (ofLength) {
      for (const like of ofLength) {
        if (like.shape.fits(bytes, lengthBytes)) return new Frame(bytes, headerLength, like.kind, undefined, like);
      }
    }
    const frame = readFrame(bytes, headerLength);
    if (frame instanceof Frame && headerLength <= longestKnown) this.learn(frame, ofLength ?? []);
    return frame;
  }

  private learn(frame: Frame, ofLength: readonly KnownHeader[]): void {
    const known = frame.knownHeader();
    if (known) this.known.set(frame.headerLength, [known, ...ofLength.slice(0, mostOfLength - 1)]);
  }
}

/** What a header says, and the names of the fields that say it. */
interface HeaderFacts extends Pick<EventFrame, "header" | "location" | "target" | "origin"> {
  text: string;
  locationKey: string;
  originKey: string | undefined;
}

class Frame implements EventFrame {
  private payload: Uint8Array | undefined;

  constructor(
    readonly bytes: Uint8Array,
    readonly headerLength: number,
    readonly kind: Target,
    private facts?: HeaderFacts,
    private readonly like?: KnownHeader,
  ) {}

  get header(): EventFrame["header"] {
    return this.read().header;
  }

  get location(): string {
    return this.read().location;
  }

  get target(): Target {
    return this.like?.target ?? this.read().target;
  }

  get origin(): string | undefined {
    if (this.facts || !this.like) return this.read().origin;
    const { origin, originRange } = this.like;
    if (!originRange) return origin;
    const { start, end } = originRange;
    return utf8.decode(viewOf(this.bytes, lengthBytes + start, end - start));
  }

  get data(): Uint8Array {
    const start = lengthBytes + this.headerLength;
    return (this.payload ??= viewOf(this.bytes, start, this.bytes.length - start));
  }

  /** What is known from this one of others of its kind. */
  knownHeader(): KnownHeader | undefined {
    const { kind } = this;
    const { text, locationKey, target, originKey = "", origin } = this.read();
    const ids: HeaderId[] = [];
    const isWhole = target.entity === kind.entity;
    if (!isWhole) {
      const start = "/on/:".length + target.component.length;
      ids.push({ key: locationKey, start, end: start + (target.entity?.length ?? 0) });
    }
    if (origin !== undefined) ids.push({ key: originKey, start: 0, end: origin.length });
    const shape = HeaderShape.of(viewOf(this.bytes, lengthBytes, this.headerLength), text, ids);
    return (
      shape && { shape, kind, target: isWhole ? target : undefined, origin, originRange: shape.placeOf(originKey) }
    );
  }

  private read(): HeaderFacts {
    if (this.facts) return this.facts;
    const facts = headerFacts(this.bytes, this.headerLength);
    if ("problem" in facts) throw new Error(facts.problem);
    return (this.facts = facts);
  }
}

function headerLengthOf(bytes: Uint8Array): number | { problem: string } {
  if (bytes.length < lengthBytes)
    return { problem: `The frame has ${bytes.length} bytes, too few for a header length.` };
  const headerLength = (bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24)) >>> 0;
  const rest = bytes.length - lengthBytes;
  if (headerLength > rest) return { problem: `The frame claims ${headerLength} header bytes, but ${rest} follow.` };
  if (headerLength > maxHeaderBytes) {
    return { problem: `The frame claims ${headerLength} header bytes; at most ${maxHeaderBytes} are accepted.` };
  }
  return headerLength;
}

function readFrame(bytes: Uint8Array, headerLength: number): Frame | { problem: string } {
  const facts = headerFacts(bytes, headerLength);
  if ("problem" in facts) return facts;
  return new Frame(bytes, headerLength, kindOf(facts.target), facts);
}

function kindOf(target: Target): Target {
  if (target.component === "contracts" || target.entity === undefined) return target;
  const { entity: _, ...kind } = target;
  return kind;
}

const originEnding = "-origin";

function headerFacts(bytes: Uint8Array, headerLength: number): HeaderFacts | { problem: string } {
  const text = utf8.decode(viewOf(bytes, lengthBytes, headerLength));
  const header = parseHeader(text);
  if (!header) return { problem: "The frame's header is not a JSON object." };
  const usualKey = "Content-Location";
  const isUsual = (header[usualKey] ?? null) !== null;
  const locationKey = (isUsual ? usualKey : keyEndingWith(header, "content-location")) ?? usualKey;
  const location = header[locationKey];
  if (typeof location !== "string") return { problem: "The frame's header has no Content-Location." };
  const target = targetOfLocation(location);
  if (!target) {
    return { problem: `The frame's Content-Location names no target: ${JSON.stringify(location.slice(0, 200))}.` };
  }
  const originKey = keyEndingWith(header, originEnding);
  const origin = originKey === undefined ? undefined : header[originKey];
  const isNumber = typeof origin === "number" || typeof origin === "bigint";
  const known = typeof origin === "string" ? origin : isNumber ? String(origin) : undefined;
  return { text, header, locationKey, location, target, originKey, origin: known };
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

function keyEndingWith(header: { [key: string]: Json }, ending: string): string | undefined {
  for (const name in header) if (endsWith(name, ending)) return name;
  return undefined;
}

/** Header names are case-insensitive, and each network has a prefix of its own. */
function endsWith(name: string, ending: string): boolean {
  const start = name.length - ending.length;
  // The hyphen is looked for first because it spares most names the lower-casing.
  return start >= 0 && name.charCodeAt(start + ending.indexOf("-")) === hyphen && name.toLowerCase().endsWith(ending);
}
