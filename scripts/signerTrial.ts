import { counted } from "../src/base/words";
import { missingChainId } from "../src/client/chain/chainId";
import type { SignerConfig } from "../src/client/connectionConfig";
import { failureLine } from "../src/client/failures/failureWords";
import type { NodeConnection } from "../src/client/nodeConnection";
import { checkTransaction } from "../src/client/transactions/checkTransaction";
import { sha3 } from "../src/driver/sha3";
import { runSigner, signDriver, type Signed } from "../src/features/transactions/model/runSigner";
import type { SignerRequest } from "../src/features/transactions/model/signerRequest";
import { bytesToHex } from "../src/wire/hex";
import { signHeader } from "../src/client/routes/contractClient";
import { checkAccountKey, stakeContractId, transferContractId } from "../src/wire/ids";
import { integerOf } from "../src/wire/json/fields";

/** One thing that was looked at: it is as it should be, or not, or that cannot be told here. */
interface TrialResult {
  mark: "✔" | "✘" | "·";
  text: string;
}

/** What the words of a failure begin with, or hold, and what to do next. */
type Remedies = readonly (readonly [RegExp, string])[];

const programRemedies: Remedies = [
  [/^The signer did not answer/, "It must end by itself once it has printed; --seconds gives it longer."],
  [/^The signer could not be started/, "It is run without a shell: name the program, then its arguments."],
  [/^The signer ended/, "It must end with code 0; what it writes to standard error is shown when it does not."],
  [/^/, 'It must print hex, raw bytes or { "transaction": hex, "id": hex }, and nothing else.'],
];

const driverRemedies: Remedies = [
  ...programRemedies.slice(0, -1),
  [/^/, 'It must print { "signature": hex } for a driver, and nothing else.'],
];

const nodeRemedies: Remedies = [
  [/another chain/, "It must sign for the chainId that it is given."],
  [/mempool already|executed already/, "It must sign and no more: what is sent, a person sends."],
  [/nonces? /, "Where nonce is null it must take the next one of its account, after those that wait."],
  [/gas limit/, "It must sign with the gasLimit that it is given."],
  [/gas price/, "It must sign with the gasPrice that it is given."],
  [/the contract/, "It must call the function that it is given, of its contract and with its input."],
  [/can read$/, "It must print the whole serialized transaction."],
  [/^/, "The node says what it does not take."],
];

const poor = /the account (?:is empty|has too little)/;
const needed = "Its account needs 0.02 coins there for that: try it at a node where it has them, with --url.";
const foreign = "The sandbox reads its own format alone: try a wallet at a node of its network, with --url.";

/**
 * Has a person's signer sign what a node is then asked about, and says what was found, line by line; nothing is sent.
 * `isSandbox`: a node that was started for this, so that it says nothing of a signer when it cannot read its transactions.
 * Returns whether nothing is wrong; rejects when the node does not answer.
 */
export async function* trySigner(
  node: NodeConnection,
  config: SignerConfig,
  isSandbox = false,
): AsyncGenerator<string, boolean> {
  const count = { "✔": 0, "✘": 0, "·": 0 };
  const asked = Object.entries(await requests(node));
  const line = (result: TrialResult) => {
    count[result.mark]++;
    return `  ${result.mark} ${result.text}`;
  };
  const { address, prefix } = node.endpoint;
  const chain = asked[0]?.[1].chainId ?? "not told";
  yield `Node: ${address}${isSandbox ? ", a sandbox node" : ""}, headers begin with ${prefix}, chain ${chain}.`;
  for (const [name, request] of asked) {
    yield name;
    for await (const each of trialOf(node, config, request, isSandbox)) yield line(each);
  }
  yield "sign-driver";
  yield line(await driverFinding(node, config, asked[0]?.[1].chainId ?? null));
  yield `${count["✔"]} ok, ${count["✘"]} not, ${count["·"]} could not be tried. This check sent nothing.`;
  return count["✘"] === 0;
}

/**
 * What the signer is asked. Should the node send what it is given to check, that costs a unit and the gas at price 1; the
 * third can be in no block, since nonces begin at 1, and has the node name its id.
 */
async function requests(node: NodeConnection): Promise<Record<string, SignerRequest>> {
  const info = await node.node.info();
  const chainId = integerOf(info["chain_id"]) ?? (await missingChainId(node, info));
  const to = (await node.node.provisioners()).find(({ key = "" }) => checkAccountKey(key).ok)?.key;
  if (to === undefined) throw new TypeError("The node names no provisioner, to whom a transfer could go.");
  const inputJson = JSON.stringify(stakeContractId);
  const input = await node.drivers.encodeInput(transferContractId, "contract_balance", inputJson);
  const { address: url, prefix } = node.endpoint;
  const chain = chainId === undefined ? null : Number(chainId);
  const common = { version: 1, url, prefix, chainId: chain, nonce: null, gasPrice: "1" } as const;
  const called = { contract: transferContractId, function: "contract_balance", input: bytesToHex(input), inputJson };
  const transfer: SignerRequest = { ...common, kind: "transfer", gasLimit: "500000", to, value: "1" };
  const call: SignerRequest = { ...common, kind: "call", gasLimit: "10000000", ...called, deposit: "0" };
  return { transfer, call, "transfer with nonce 0": { ...transfer, nonce: "0" } };
}

/** Has one request signed, and looks at what came of it. */
async function* trialOf(
  node: NodeConnection,
  config: SignerConfig,
  request: SignerRequest,
  isSandbox: boolean,
): AsyncGenerator<TrialResult> {
  let signed: Signed;
  try {
    signed = await runSigner(config, request);
  } catch (error) {
    yield { mark: "✘", text: withRemedy(failureLine(error), programRemedies) };
    return;
  }
  const { bytes, id } = signed;
  const size = counted(bytes.length, "byte");
  yield {
    mark: "✔",
    text: `ended with code 0 and printed a transaction of ${size}, ${id ? "with its id" : "without an id"}`,
  };
  const check = await checkTransaction(node, bytes, { gasPrice: 1n });
  const [rules = "", trial] = check.lines.filter((line) => /^. (?:rules|trial run):/u.test(line));
  // Of bytes that it cannot read the node says the same twice.
  const lines = trial === undefined || /can read$/.test(rules) ? [rules] : [rules, trial];
  if (request.nonce === null) yield* lines.map((line) => judged(line, isSandbox));
  else yield withNonce(rules, request.nonce, isSandbox);
  if (check.id === undefined || id === undefined) return;
  yield check.id === id
    ? { mark: "✔", text: "id: the node has the same" }
    : { mark: "✘", text: `id: it is ${check.id} to the node, and not ${id}. It may be left out.` };
}

/** Whether it signs drivers, which it need not; what it is given to sign is the digest of no module. */
async function driverFinding(node: NodeConnection, config: SignerConfig, chainId: number | null): Promise<TrialResult> {
  const { address: url, prefix } = node.endpoint;
  const digest = sha3(new TextEncoder().encode("no driver"));
  const request = {
    version: 1,
    kind: "sign-driver",
    url,
    prefix,
    chainId,
    contract: transferContractId,
    digest,
  } as const;
  try {
    const signature = signHeader(await signDriver(config, request)).replaceAll('"', "");
    return { mark: "✔", text: `ended with code 0 and printed a signature of ${counted(signature.length / 2, "byte")}` };
  } catch (error) {
    const text = failureLine(error);
    if (!/^The signer ended/.test(text)) return { mark: "✘", text: withRemedy(text, driverRemedies) };
    return { mark: "·", text: `${text.replace(/\.$/, "")}. A signature of a driver can be pasted instead.` };
  }
}

function judged(line: string, isSandbox: boolean): TrialResult {
  const text = line.slice(2);
  if (line.startsWith("✔")) return { mark: "✔", text };
  if (isSandbox && /can read$/.test(text)) return { mark: "·", text: `${text}. ${foreign}` };
  if (poor.test(text)) return { mark: "·", text: `${text}. ${needed}` };
  return { mark: line.startsWith("✘") ? "✘" : "·", text: withRemedy(text, nodeRemedies) };
}

/** Whether it signed with the nonce that it was given, which the node's rules refuse. */
function withNonce(line: string, nonce: string, isSandbox: boolean): TrialResult {
  const used = /^✘ rules: nonce (\d+) is used/.exec(line)?.[1];
  if (used === nonce) return { mark: "✔", text: "nonce: it signs with the one that it is given" };
  const other = used ?? (line.startsWith("✔") ? "another" : undefined);
  if (other === undefined) return judged(line, isSandbox);
  return {
    mark: "✘",
    text: `nonce: it signs with ${other}, not with ${nonce}. It must take the one that it is given.`,
  };
}

function withRemedy(text: string, remedies: Remedies): string {
  const remedy = remedies.find(([pattern]) => pattern.test(text))?.[1];
  return [text.replace(/\.$/, ""), remedy].join(". ");
}
