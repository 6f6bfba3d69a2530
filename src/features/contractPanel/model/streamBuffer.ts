import type { KeptPart, StreamOutcome } from "../../../bridge/callOutcome";
import type { FeedChunk } from "../../../client/routes/contractFeed";
import { bytesToHex } from "../../../wire/hex";
import { jsonLine } from "../../../wire/json/jsonDocument";
import { limits } from "../../../wire/limits";
import { lastItems, shownStream } from "./shownOutcome";

/** How much is kept whole. */
export interface StreamLimits {
  items: number;
  characters: number;
}

const usual: StreamLimits = { items: limits.streamedItems, characters: limits.streamedCharacters };

/**
 * What a streaming call has given so far: all of it within bounds, else the last items, or the first bytes of a blob,
 * and how many there were in all. What is no longer whole says so.
 */
export class StreamBuffer {
  count = 0;
  decoded = true;
  private items: string[] = [];
  private characters = 0;
  private only: KeptPart | undefined;
  private untold: string[] = [];

  constructor(private readonly most: StreamLimits = usual) {}

  add(chunk: FeedChunk): void {
    this.decoded = chunk.kind === "json";
    if (chunk.kind === "bytes") this.addBytes(chunk.bytes);
    else this.addItem(jsonLine(chunk.text));
  }

  /** The items that came since the last time this was asked; of too many to be shown, the last ones. */
  news(): string[] {
    const { untold } = this;
    this.untold = [];
    return this.decoded ? lastItems(untold) : untold;
  }

  outcome(ended: StreamOutcome["ended"], durationMs: number): StreamOutcome {
    const { items, decoded, count, only } = this;
    // Bytes have no borders between outputs, so they are one text.
    const kept = decoded ? [...items] : [items.join("")];
    return { kind: "stream", items: kept, decoded, count, durationMs, ended, ...(only && { only }) };
  }

  /** What is shown of it while it runs. */
  shown(): StreamOutcome {
    const { items, decoded, count } = this;
    return shownStream({ kind: "stream", items, decoded, count, durationMs: 0, ended: "running" });
  }

  private addItem(text: string): void {
    this.count++;
    this.keep(text);
    if (this.only === undefined && !this.isFull) return;
    this.only = "end";
    if (this.items.length <= 2 * limits.shownItems && this.characters <= 2 * limits.shownItemCharacters) return;
    this.items = lastItems(this.items);
    this.characters = this.items.reduce((sum, { length }) => sum + length, 0);
  }

  private addBytes(bytes: Uint8Array): void {
    this.count += bytes.length;
    if (this.only === undefined) this.keep(bytesToHex(bytes));
    if (this.isFull) this.only = "beginning";
  }

  private get isFull(): boolean {
    return this.items.length > this.most.items || this.characters > this.most.characters;
  }

  private keep(text: string): void {
    this.items.push(text);
    // Of a blob the beginning is shown, of items the end.
    if (this.decoded || this.characters < limits.shownItemCharacters) this.untold.push(text);
    this.characters += text.length;
    if (this.decoded && this.untold.length > 2 * limits.shownItems) this.untold = lastItems(this.untold);
  }
}
