import { contractIds } from "../contracts/contractIds";
import type { Json } from "../wire/json";
import type { Seeded } from "./seeded";

/** An element of `/on/node/provisioners` (§2.5), with the further fields that deployed nodes give. */
export interface Provisioner {
  [field: string]: Json;
  amount: bigint;
  eligibility: bigint;
  faults: number;
  hard_faults: number;
  key: string;
  locked_amt: bigint;
  owner: { [kind: string]: string };
  reward: bigint;
}

export function provisioners(seeded: Seeded, count: number): Provisioner[] {
  return Array.from({ length: count }, (_, at) => {
    const key = seeded.key(`provisioner/${at}`);
    return {
      amount: notable[at] ?? 1_000_000_000_000n + seeded.bytes(`stake/${at}`, 8).readBigUInt64LE() / 64n,
      eligibility: BigInt(seeded.below(`eligibility/${at}`, 200) * 2160),
      faults: at % 9 === 4 ? 1 : 0,
      hard_faults: at % 31 === 30 ? 1 : 0,
      key,
      locked_amt: BigInt(seeded.below(`locked/${at}`, 1_000_000_000)),
      owner: at % 5 === 3 ? { Contract: contractIds.vault } : { Account: key },
      reward: at === 0 ? 9_007_199_254_740_995n : BigInt(seeded.below(`reward/${at}`, 1_000_000_000_000)),
    };
  });
}

/** Amounts that a JSON number cannot carry through `number`: 2^53 + 1 and 2^63. */
const notable = [9_007_199_254_740_993n, 9_223_372_036_854_775_808n];
