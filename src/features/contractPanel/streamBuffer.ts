import type { StreamOutcome } from "../../bridge/callOutcome";
import type { FeedPiece } from "../../client/contractFeed";
import { bytesToHex } from "../../wire/hex";
import { jsonLine } from "../../wire/jsonDocument";

const mostItems = 2000;
const mostCharacters = 2 * 1024 * 1024;

/**
 * What a streaming call has given so far, within bounds: the last items, or the first bytes of a blob, and how many
 * there were in all.
 */
export class StreamBuffer {
  items: string[] = [];
  count = 0;
  decoded = true;
  private characters = 0;
  private untold: string[] = [];

  add(piece: FeedPiece): void {
    this.decoded = piece.kind === "json";
    if (piece.kind === "bytes") this.addBytes(piece.bytes);
    else this.addItem(jsonLine(piece.text));
  }

  /** The items that came since the last time this was asked. */
  news(): string[] {
    const { untold } = this;
    this.untold = [];
    return untold;
  }

  outcome(ended: StreamOutcome["ended"], durationMs: number): StreamOutcome {
    const { items, decoded, count } = this;
    // Bytes have no borders between outputs, so they are one text.
    return { kind: "stream", items: decoded ? items : [items.join("")], decoded, count, durationMs, ended };
  }

  private addItem(text: string): void {
    this.count++;
    this.keep(text);
    while (this.items.length > mostItems || (this.characters > mostCharacters && this.items.length > 1)) {
      this.characters -= this.items.shift()?.length ?? 0;
    }
  }

  private addBytes(bytes: Uint8Array): void {
    this.count += bytes.length;
    if (this.characters < mostCharacters) this.keep(bytesToHex(bytes));
  }

  private keep(text: string): void {
    this.items.push(text);
    this.untold.push(text);
    this.characters += text.length;
    if (this.untold.length > mostItems) this.untold.shift();
  }
}
