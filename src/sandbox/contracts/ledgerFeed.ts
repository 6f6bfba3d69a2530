import type { Json } from "../wire/json";
import type { NamedTypes } from "../wire/rustType";
import { contractIds } from "./contractIds";
import { Panic, SampleContract } from "./contract";

/** Streaming ("feeder") functions: finite, slow and nearly endless, cut into single bytes, and one that breaks in the middle. */
export function ledgerFeed(): SampleContract {
  return SampleContract.of({
    id: contractIds.ledger,
    title: "Ledger",
    version: "0.2.0",
    driver: "available",
    types,
    functions: [
      {
        name: "entries",
        doc: "Feeds `count` entries from a place on.",
        input: "Range",
        output: "Entry",
        feed: (_state, range) => entries(range as { from: string; count: number }),
      },
      {
        name: "endless",
        doc: "Feeds a number every 50 ms.",
        input: "()",
        output: "u64",
        feed: numbers,
        feedPauseMs: 50,
      },
      { name: "broken", doc: "Stops in the middle of the array.", input: "()", output: "Entry", feed: broken },
      {
        name: "names",
        doc: "Feeds names, sent one byte at a time.",
        input: "()",
        output: "(String, u64)",
        feed: () => names,
        feedChunkBytes: 1,
      },
      { name: "size", doc: "An ordinary function.", input: "()", output: "u32", run: () => 3 },
    ],
  });
}

function* entries({ from, count }: { from: string; count: number }): Generator<Json> {
  for (let at = 0; at < count; at++) yield entry(BigInt(from) + BigInt(at));
}

function entry(value: bigint): Json {
  const owner = Buffer.alloc(4);
  owner.writeUInt32BE(Number(value & 0xffff_ffffn));
  return { owner: owner.toString("hex"), value };
}

function* numbers(): Generator<Json> {
  for (let value = 0n; value < 100_000n; value++) yield value;
}

function* broken(): Generator<Json> {
  yield entry(9_007_199_254_740_993n);
  yield entry(7n);
  throw new Panic("Panic: item cannot be decoded");
}

const names: Json[] = [
  ["云主机", 9_007_199_254_740_993n],
  ["🦀", 0n],
];

const types: NamedTypes = {
  Entry: { fields: { owner: "[u8; 4]", value: "u64" } },
  Range: { fields: { from: "u64", count: "u32" } },
};
