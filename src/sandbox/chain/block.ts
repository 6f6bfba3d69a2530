import { createHash } from "node:crypto";
import type { Json } from "../wire/json";
import type { Seeded } from "./seeded";
import type { ContractEvent, SpentTransaction, Transaction } from "./transaction";

export interface BlockHeader {
  version: number;
  height: bigint;
  /** Seconds since 1970. */
  timestamp: bigint;
  prevBlockHash: string;
  seed: string;
  stateHash: string;
  eventBloom: string;
  generatorBlsPubkey: string;
  txRoot: string;
  gasLimit: bigint;
  iteration: number;
  signature: string;
  hash: string;
}

export interface Block {
  header: BlockHeader;
  status: "accepted" | "confirmed" | "finalized";
  transactions: SpentTransaction[];
  reward: bigint;
  /** The stake contract's, which the block itself has caused; the first block has none. */
  rewardEvent: ContractEvent | null;
}

/** The header of a block that follows `previous`; `attempt` tells apart blocks that replace a reverted one, `run` chains that begin alike. */
export function nextHeader(
  seeded: Seeded,
  previous: BlockHeader | undefined,
  transactions: Transaction[],
  attempt: number,
  run: number,
): BlockHeader {
  const height = previous ? previous.height + 1n : 0n;
  const label = height === 0n || run === 0 ? `block/${height}/${attempt}` : `run/${run}/${height}/${attempt}`;
  const hashes = transactions.map(({ hash }) => hash).join();
  const txRoot = hashes === "" ? nothing : createHash("sha256").update(hashes).digest("hex");
  const generators = 16;
  const isGenesis = height === 0n;
  return {
    version: 1,
    height,
    timestamp: isGenesis ? 0n : firstTimestamp + height * 10n,
    prevBlockHash: previous?.hash ?? nothing,
    seed: seeded.bytes(`${label}/seed`, 48).toString("hex"),
    stateHash: seeded.hash(`${label}/state`),
    eventBloom: seeded.bytes(`${label}/bloom`, 256).toString("hex"),
    generatorBlsPubkey: isGenesis ? noAccount : seeded.key(`provisioner/${seeded.below(label, generators)}`),
    signature: seeded.bytes(`${label}/signature`, 48).toString("hex"),
    txRoot,
    gasLimit: 3_000_000_000n,
    iteration: attempt,
    hash: createHash("sha256")
      .update(`${seeded.hash(label)}${previous?.hash}${txRoot}`)
      .digest("hex"),
  };
}

/** The header as event data and GraphQL `json` carry it. */
export function headerJson(header: BlockHeader): Json {
  return {
    version: header.version,
    height: header.height,
    timestamp: header.timestamp,
    prev_block_hash: header.prevBlockHash,
    seed: header.seed,
    state_hash: header.stateHash,
    event_bloom: header.eventBloom,
    generator_bls_pubkey: header.generatorBlsPubkey,
    txroot: header.txRoot,
    gas_limit: header.gasLimit,
    iteration: header.iteration,
    failed_iterations: [],
    prev_block_cert: {
      result: { Valid: header.prevBlockHash },
      validation: { bitset: 1, aggregate_signature: header.signature },
      ratification: { bitset: 1, aggregate_signature: header.signature },
    },
    faultroot: nothing,
    hash: header.hash,
    signature: header.signature,
  };
}

/** Fixed, so that a seed gives the same chain every day: 2025-01-07T12:00:00Z. The first block itself is of no time. */
const firstTimestamp = 1_736_251_200n;
/** The hash before the first one, and the root of no transactions. */
const nothing = "00".repeat(32);
/** The key that has made the first block: 96 zero bytes in base58. */
const noAccount = "1".repeat(96);
