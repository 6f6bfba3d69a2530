import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { sandboxChainId } from "./chain/chainId";
import { Ledger } from "./chain/ledger";
import { Seeded } from "./chain/seeded";
import { decodeTransaction, encodeTransaction } from "./chain/transactionFormat";
import { DriverKey } from "./driver/driverKey";

/** What a signer is asked; see docs/signer.md. */
interface Request {
  kind: string;
  url: string;
  chainId?: number | null;
  nonce?: string | null;
  gasLimit: string;
  gasPrice: string;
  to?: string;
  value?: string;
  deposit?: string;
  memo?: string;
  contract?: string;
  function?: string;
  input?: string;
  module?: string;
  owner?: string;
  sender?: string;
  digest?: string;
}

/** `sign [seed]`: signs for the first account of people of a sandbox with this seed, which anyone may do there. */
export async function sign(seed = "1"): Promise<void> {
  const request = JSON.parse(await text(process.stdin)) as Request;
  const seeded = new Seeded(seed);
  const sender = new Ledger(seeded).quiet[0] ?? "";
  for (const account of [request.sender, request.owner])
    if (account !== undefined && account !== sender) throw new Error(`This signs for ${sender} alone.`);
  if (request.kind === "sign-driver") {
    const signature = new DriverKey(seeded).sign(Buffer.from(request.digest ?? "", "hex"));
    process.stdout.write(JSON.stringify({ signature, owner: sender }));
    return;
  }
  const raw = encodeTransaction({
    chainId: request.chainId ?? sandboxChainId,
    sender,
    receiver: request.to ?? null,
    value: BigInt(request.value ?? 0),
    nonce: BigInt(request.nonce ?? (await nextNonce(request.url, sender))),
    deposit: BigInt(request.deposit ?? 0),
    gasLimit: BigInt(request.gasLimit),
    gasPrice: BigInt(request.gasPrice),
    call: callOf(request),
    deploy: request.module === undefined ? null : await readFile(request.module),
    memo: request.memo === undefined ? null : Buffer.from(request.memo, "hex"),
    blobs: [],
  });
  process.stdout.write(JSON.stringify({ transaction: raw.toString("hex"), id: decodeTransaction(raw).hash }));
}

function callOf({ contract, function: fnName, input = "" }: Request) {
  return contract === undefined || fnName === undefined
    ? null
    : { contract, fnName, fnArgs: Buffer.from(input, "hex") };
}

/** After the last of this account that waits. */
async function nextNonce(url: string, sender: string): Promise<string> {
  const response = await fetch(`${url.replace(/\/$/, "")}/on/account:${sender}/status`, { method: "POST" });
  const found = /"next_nonce":\s*"?(\d+)/.exec(await response.text())?.[1];
  if (found === undefined) throw new Error(`The node does not tell the next nonce (status ${response.status}).`);
  return found;
}
