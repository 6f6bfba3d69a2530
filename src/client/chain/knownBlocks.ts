import { limits } from "../../wire/limits";
import type { ChainBlock } from "./chainNews";

/** Blocks of one chain by their height and by their hash; the highest stay. */
export class KnownBlocks {
  private readonly heights = new Map<string, bigint>();
  private readonly hashes = new Map<bigint, string>();

  has(hash: string): boolean {
    return this.heights.has(hash);
  }

  heightOf(hash: string): bigint | undefined {
    return this.heights.get(hash);
  }

  hashAt(height: bigint): string | undefined {
    return this.hashes.get(height);
  }

  /** Whether another block is known at this height. */
  contradicts({ height, hash }: ChainBlock): boolean {
    const known = this.hashes.get(height);
    return known !== undefined && known !== hash;
  }

  /** Notes a block; it takes the place of another at its height. */
  note({ height, hash }: ChainBlock): void {
    if (hash.length > limits.idCharacters) return;
    const other = this.hashes.get(height);
    if (other === hash) return;
    if (other !== undefined) this.forget(other);
    this.hashes.set(height, hash);
    this.heights.set(hash, height);
    if (this.heights.size > limits.unfinalBlocks) this.forgetLowest();
  }

  forget(hash: string): void {
    const height = this.heights.get(hash);
    this.heights.delete(hash);
    if (height !== undefined && this.hashes.get(height) === hash) this.hashes.delete(height);
  }

  /** The blocks above a height, the highest first. */
  above(height: bigint): ChainBlock[] {
    return [...this.hashes]
      .flatMap(([each, hash]) => (each > height ? { height: each, hash } : []))
      .sort((one, other) => (one.height < other.height ? 1 : -1));
  }

  clear(): void {
    this.heights.clear();
    this.hashes.clear();
  }

  private forgetLowest(): void {
    let lowest: ChainBlock | undefined;
    for (const [hash, height] of this.heights) if (!lowest || height < lowest.height) lowest = { height, hash };
    if (lowest) this.forget(lowest.hash);
  }
}
