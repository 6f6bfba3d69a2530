/** A piece of a text value in a header, by its place in the value. */
export interface HeaderPiece {
  /** What it is called here. */
  name: string;
  value: string;
  start: number;
  end: number;
}

/** What ids are made of: hex, Base58 and the like. Nothing here means anything to JSON or in a location. */
const idText = /^[\w.-]+$/;
const isOfId = Uint8Array.from({ length: 256 }, (_, byte) => Number(idText.test(String.fromCharCode(byte))));

/**
 * What a header has in common with those of other events of its kind: all but the ids in it. A header that fits is the
 * same JSON with ids of the same length, so nothing of it need be read to know what kind of event it belongs to.
 */
export class HeaderShape {
  private constructor(
    private readonly header: Uint8Array,
    /** Where the ids are, from the left. */
    private readonly ids: readonly { name: string; start: number; end: number }[],
  ) {}

  /** Where in the header a piece stands that may differ; undefined for one that is the same in all. */
  placeOf(name: string): { start: number; end: number } | undefined {
    return this.ids.find((id) => id.name === name);
  }

  /**
   * The shape of a header, given as it travelled and as text, in which these pieces may differ. Undefined when the
   * places in the text are not those in the bytes, or an escape may hide where a value ends.
   */
  static of(header: Uint8Array, text: string, pieces: readonly HeaderPiece[]): HeaderShape | undefined {
    if (text.length !== header.length || text.includes("\\")) return undefined;
    const ids = pieces.flatMap(({ name, value, start, end }) => {
      const before = `":"`;
      const found = text.indexOf(`${before}${value}"`);
      const place = found + before.length;
      return found >= 0 && idText.test(value.slice(start, end))
        ? [{ name, start: place + start, end: place + end }]
        : [];
    });
    return new HeaderShape(
      header.slice(),
      ids.sort((one, other) => one.start - other.start),
    );
  }

  /** Whether the header that begins there, of the length of this one, has this shape. */
  fits(message: Uint8Array, headerStart: number): boolean {
    const { header, ids } = this;
    let at = 0;
    for (const { start, end } of ids) {
      if (!isSame(header, message, headerStart, at, start)) return false;
      if (!isId(message, headerStart + start, headerStart + end)) return false;
      at = end;
    }
    return isSame(header, message, headerStart, at, header.length);
  }
}

// Every frame that arrives passes through these two: four bytes a turn take half as long as one.

function isSame(header: Uint8Array, message: Uint8Array, headerStart: number, start: number, end: number): boolean {
  let at = start;
  let difference = 0;
  for (; at + 4 <= end; at += 4) {
    const there = headerStart + at;
    difference |= header[at]! ^ message[there]!;
    difference |= header[at + 1]! ^ message[there + 1]!;
    difference |= header[at + 2]! ^ message[there + 2]!;
    difference |= header[at + 3]! ^ message[there + 3]!;
  }
  for (; at < end; at++) difference |= header[at]! ^ message[headerStart + at]!;
  return difference === 0;
}

function isId(message: Uint8Array, start: number, end: number): boolean {
  let at = start;
  let all = 1;
  for (; at + 4 <= end; at += 4) {
    all &= isOfId[message[at]!]! & isOfId[message[at + 1]!]! & isOfId[message[at + 2]!]! & isOfId[message[at + 3]!]!;
  }
  for (; at < end; at++) all &= isOfId[message[at]!]!;
  return all === 1;
}
