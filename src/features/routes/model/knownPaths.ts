import { t } from "../../../base/translate";
import { scanJson } from "../../../contract/jsonScan";
import type { KnownContract } from "../../../contract/schema/knownContracts";
import { readPastedBytes } from "../../../wire/pastedBytes";
import { bytesToHex } from "../../../wire/hex";
import type { RequestBody } from "./requestFile";

/** A path of the interface, and what it is for. What stands in `<…>` is to be filled in. */
export interface KnownPath {
  path: string;
  about: string;
}

const plain: readonly KnownPath[] = [
  { path: "/on/node/info", about: t`what the node says about itself` },
  { path: "/on/node/provisioners", about: t`every provisioner` },
  { path: "/on/network/peers", about: t`so many peers as the body says` },
  { path: "/on/network/peers_location", about: t`where the peers are` },
  { path: "/on/blocks/gas-price", about: t`price of gas, of so many transactions as the body says` },
  { path: "/on/transactions/preverify", about: t`checks the transaction in the body` },
  { path: "/on/transactions/simulate", about: t`runs the transaction in the body without sending it` },
  { path: "/on/stats/account_count", about: t`archive nodes` },
  { path: "/on/stats/tx_count", about: t`archive nodes` },
  { path: "/on/blobs:<hash>/hash", about: t`a blob` },
  { path: "/on/blobs:<commitment>/commitment", about: t`a blob` },
  { path: "/on/prover/prove", about: "provers" },
  { path: "/on/account:<key>/status", about: t`deprecated: balance and nonces` },
  { path: "/on/graphql/query", about: t`deprecated: GraphQL as text` },
];

const ofContract = (id: string, about: string): KnownPath[] => [
  { path: `/on/contracts:${id}/<function>`, about },
  { path: `/on/contract:${id}/metadata`, about },
  { path: `/on/driver:${id}/get_schema`, about },
  { path: `/on/driver:${id}/get_version`, about },
  { path: `/on/contract:${id}/status`, about: t`${about}, deprecated: balance` },
  { path: `/on/contract_owner:${id}/owner`, about: t`${about}, deprecated: owner` },
];

/** The paths that requests can be sent to, with the contracts that have a name filled in. */
export function knownPaths(contracts: readonly KnownContract[]): KnownPath[] {
  return [...plain, ...ofContract("<id>", t`a contract`), ...contracts.flatMap(({ id, name }) => ofContract(id, name))];
}

/** What a selected text is as the body of a request: JSON, bytes in any form that people have them in, or text. */
export function bodyOfSelection(text: string): RequestBody {
  if (scanJson(text) === undefined) return { json: text };
  const read = readPastedBytes(text);
  return "problem" in read ? { text } : { hex: bytesToHex(read.bytes) };
}
