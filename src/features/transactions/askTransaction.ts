import { t } from "../../base/translate";
import { NodeError } from "../../client/failures/nodeError";
import { showOpenDialog } from "../../host/dialogs";
import { showInputBox } from "../../host/inputBoxes";
import { showQuickPick } from "../../host/quickPicks";
import { fileNamed } from "../../host/saveFile";
import { readBytes } from "../../host/readText";
import { words } from "../../host/words";
import { amountWords, coinsToUnits } from "../../wire/coins";
import { bytesToHex } from "../../wire/hex";
import { checkAccountKey, problemOf } from "../../wire/ids";
import { grouped, integerFrom } from "../../wire/integerText";
import { limits } from "../../wire/limits";
import { readPastedBytes } from "../../wire/pastedBytes";
import type { Proposal } from "./model/proposals";
import type { SignedWhat } from "./model/signerRequest";

/** The greatest that a transaction has room for. */
const most = 2n ** 64n - 1n;

/** Asks for a transfer; undefined when the person gives up. */
export async function askTransfer(title: string): Promise<(SignedWhat & { kind: "transfer" }) | undefined> {
  const to = await ask(title, t`Receiver: the account's public key`, keyProblem);
  const coins = to && (await ask(title, t`Amount in coins`, amountProblem));
  if (!to || !coins) return undefined;
  const memo = await ask(title, t`Memo; leave it empty for none`, () => undefined);
  if (memo === undefined) return undefined;
  return {
    kind: "transfer",
    to: to.trim(),
    value: unitsOf(coins),
    ...(memo !== "" && { memo: bytesToHex(new TextEncoder().encode(memo)) }),
  };
}

/** Asks for what a called contract is to take, in units. */
export async function askDeposit(title: string): Promise<string | undefined> {
  const coins = await ask(title, t`Deposit in coins: what the contract is to take`, amountProblem, "0");
  return coins && unitsOf(coins);
}

/**
 * Asks what a contract begins with, by a driver's module: resolves to that as hex, to a sentence when the module does not
 * tell how, or to undefined when the person gives up.
 */
export type AskInit = (title: string) => Promise<{ hex: string } | { problem: string } | undefined>;

/** Asks for a contract's module, in a file, and for what it begins with; `bytes`: of the module. */
export async function askDeploy(
  title: string,
  path: string | undefined,
  byDriver: AskInit,
): Promise<(SignedWhat & { bytes: number }) | undefined> {
  const file =
    path === undefined
      ? await showOpenDialog({ title, openLabel: t`Deploy`, filters: { WebAssembly: ["wasm"] } })
      : fileNamed(path);
  if (!file) return undefined;
  if (file.scheme !== "file")
    throw new NodeError("invalid-input", t`The signer reads the module by its path, so it has to be on this machine.`);
  const module = await readBytes(file, limits.requestBytes.transaction);
  if (!isModule(module))
    throw new NodeError("invalid-input", t`${file.path.split("/").at(-1) ?? ""} is no WebAssembly module.`);
  const hex = await askInit(title, byDriver);
  if (hex === undefined) return undefined;
  const owner = await ask(title, t`Owner's public key; empty for the account that signs`, (text) =>
    text.trim() === "" ? undefined : keyProblem(text),
  );
  if (owner === undefined) return undefined;
  return {
    ...{ kind: "deploy", module: file.fsPath, bytes: module.length },
    ...(hex !== "" && { init: hex }),
    ...(owner.trim() !== "" && { owner: owner.trim() }),
  };
}

/** Hex; "" for none. */
async function askInit(title: string, byDriver: AskInit): Promise<string | undefined> {
  const ways = [
    { label: t`None`, way: "none" },
    { label: t`Typed…`, description: t`encoded by the contract's driver, a file of yours`, way: "typed" },
    { label: t`Hex…`, description: t`as the contract takes them`, way: "hex" },
  ];
  const way = (await showQuickPick(ways, { title, placeHolder: t`Init arguments` }))?.way;
  if (way === undefined || way === "none") return way && "";
  const typed = way === "typed" ? await byDriver(title) : { problem: "" };
  if (!typed || "hex" in typed) return typed?.hex;
  const prompt = t`Init arguments as the contract takes them, in hex; empty for none`;
  const text = await ask(title, [typed.problem, prompt].filter(Boolean).join(" "), bytesProblem);
  return text === undefined ? undefined : hexOf(text);
}

/**
 * Asks for a whole number of at least `least`, as decimal text; where it comes from stands in the question. `times`: what it
 * is multiplied with for the highest fee, which is said while a person types.
 */
export function askInteger(
  title: string,
  what: string,
  { value, reason }: Proposal,
  least = 1n,
  times?: bigint,
): Thenable<string | undefined> {
  const read = (text: string) => integerFrom(text.trim());
  return showInputBox({
    ...{ title, prompt: words`${what} (${reason})`, value: String(value), ignoreFocusOut: true },
    validateInput: (text) =>
      isWithin(read(text), least) ? undefined : words`Write a whole number from ${grouped(least)} to ${most}.`,
    ...(times !== undefined && {
      describe: (text) => words`A fee of at most ${amountWords((read(text) ?? 0n) * times)}`,
    }),
  }).then((text) => text?.trim());
}

function ask(
  title: string,
  prompt: string,
  problem: (text: string) => string | undefined,
  value = "",
): Thenable<string | undefined> {
  return showInputBox({ title, prompt, value, ignoreFocusOut: true, validateInput: problem });
}

function isWithin(figure: bigint | undefined, least: bigint): boolean {
  return figure !== undefined && figure >= least && figure <= most;
}

function isModule(bytes: Uint8Array): boolean {
  return [0x00, 0x61, 0x73, 0x6d].every((byte, at) => bytes[at] === byte);
}

const keyProblem = (text: string) => problemOf(checkAccountKey(text));
const amountProblem = (text: string) => problemOf(coinsToUnits(text));

function unitsOf(coins: string): string {
  const read = coinsToUnits(coins);
  return read.ok ? String(read.value) : "0";
}

function bytesProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const read = readPastedBytes(text);
  return "problem" in read ? read.problem : undefined;
}

function hexOf(text: string): string {
  const read = text.trim() === "" ? undefined : readPastedBytes(text);
  return read && "bytes" in read ? bytesToHex(read.bytes) : "";
}
