import type { Ledger } from "../chain/ledger";
import type { Provisioner } from "../chain/provisioners";
import type { SampleContract } from "./contract";
import { counter } from "./counter";
import { ledgerFeed } from "./ledgerFeed";
import { mixedCase } from "./mixedCase";
import { savings } from "./savings";
import { silent } from "./silent";
import { stake } from "./stake";
import { token } from "./token";
import { transfer } from "./transfer";
import { vault } from "./vault";

/** Every contract that the sandbox's chain holds, by id; `withoutSchema` adds one whose driver has none. */
export function sampleContracts(
  ledger: Ledger,
  provisioners: readonly Provisioner[],
  withoutSchema: boolean,
): ReadonlyMap<string, SampleContract> {
  const all = [
    transfer(ledger),
    stake(provisioners),
    counter(),
    token([...ledger.quiet, ...ledger.busy]),
    mixedCase(),
    ledgerFeed(),
    vault(),
    silent(),
    ...(withoutSchema ? [savings()] : []),
  ];
  return new Map(all.map((contract) => [contract.id, contract]));
}
