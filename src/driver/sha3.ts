import { atOnce } from "../base/atOnce";
import { bytesToHex } from "../wire/hex";

/** Bytes of input that one permutation takes, for a digest of 256 bits. */
const rate = 136;

/** Where each lane goes to, by how many bits it is rotated on the way, and what is added in each round (FIPS 202, 3.2). */
const moves: { to: number; by: number }[] = [];
const added = new Uint32Array(48);
for (let round = 0, x = 1, y = 0, bits = 1; round < 24; round++) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  moves.push({ to: 2 * (5 * y + x), by: (((round + 1) * (round + 2)) / 2) % 64 });
  for (let at = 0; at < 7; at++) {
    bits = ((bits << 1) ^ ((bits >> 7) * 0x71)) % 256;
    const bit = 2 ** at - 1;
    if (bits & 2) added[2 * round + (bit >> 5)]! ^= 1 << (bit & 31);
  }
}

/**
 * SHA3-256 as hex: what an owner signs of a driver's module (§4.7). Written out, since the platform of a desktop editor
 * has none.
 */
export function sha3(bytes: Uint8Array): string {
  return atOnce(sha3Steps(bytes));
}

/** The same in steps, for modules so long that others would have to wait. */
export function* sha3Steps(bytes: Uint8Array): Generator<void, string> {
  const state = new Uint32Array(50);
  const padded = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate);
  padded.set(bytes);
  padded[bytes.length]! ^= 0x06;
  padded[padded.length - 1]! ^= 0x80;
  const text = new DataView(padded.buffer);
  for (let start = 0; start < padded.length; start += rate) {
    for (let at = 0; at < rate / 4; at++) state[at]! ^= text.getUint32(start + 4 * at, true);
    permute(state);
    if (start % (64 * rate) === 0) yield;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 8; at++) digest.setUint32(4 * at, state[at]!, true);
  return bytesToHex(new Uint8Array(digest.buffer));
}

const row = new Uint32Array(10);

/** Keccak-f[1600]; each lane is two words, the lower one first. */
function permute(state: Uint32Array): void {
  for (let round = 0; round < 24; round++) {
    for (let x = 0; x < 10; x++) row[x] = state[x]! ^ state[x + 10]! ^ state[x + 20]! ^ state[x + 30]! ^ state[x + 40]!;
    for (let x = 0; x < 10; x += 2) {
      const [low, high] = [row[(x + 2) % 10]!, row[(x + 3) % 10]!];
      const [first, second] = [rotated(low, high, 1) ^ row[(x + 8) % 10]!, rotated(high, low, 1) ^ row[(x + 9) % 10]!];
      for (let y = 0; y < 50; y += 10) {
        state[x + y]! ^= first;
        state[x + y + 1]! ^= second;
      }
    }
    let [low, high] = [state[2]!, state[3]!];
    for (const { to, by } of moves) {
      const [nextLow, nextHigh] = [state[to]!, state[to + 1]!];
      state[to] = rotated(low, high, by);
      state[to + 1] = rotated(high, low, by);
      [low, high] = [nextLow, nextHigh];
    }
    for (let y = 0; y < 50; y += 10) {
      for (let x = 0; x < 10; x++) row[x] = state[y + x]!;
      for (let x = 0; x < 10; x++) state[y + x]! ^= ~row[(x + 2) % 10]! & row[(x + 4) % 10]!;
    }
    state[0]! ^= added[2 * round]!;
    state[1]! ^= added[2 * round + 1]!;
  }
}

/** One word of a lane that is rotated to the left; `other` is the other word. */
function rotated(word: number, other: number, by: number): number {
  return by < 32 ? (word << by) | (other >>> (32 - by)) : (other << (by - 32)) | (word >>> (64 - by));
}
