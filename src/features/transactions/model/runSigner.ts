import { spawn } from "node:child_process";
import { t } from "../../../base/translate";
import { counted, messageOf } from "../../../base/words";
import type { SignerConfig } from "../../../client/connectionConfig";
import { NodeError } from "../../../client/failures/nodeError";
import { signHeader } from "../../../client/routes/contractClient";
import { fileText } from "../../../wire/fileText";
import { hexToBytes } from "../../../wire/hex";
import { checkHash } from "../../../wire/ids";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";
import type { DriverRequest, SignerRequest } from "./signerRequest";
import { transactionInFile } from "./transactionFile";

/** What a signer made. */
export interface Signed {
  bytes: Uint8Array;
  /** The transaction's id, if it says it. */
  id?: string;
}

/** What of this process's environment a program needs to run at all; nothing else of it is anyone's business. */
const passedOn = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramFiles",
  "ComSpec",
  "PATHEXT",
];

/** The environment that a signer gets. Windows knows no case in names, and would believe the first of two. */
export function signerEnvironment(
  own: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const isGiven = (name: string) =>
    platform === "win32" && Object.keys(given).some((each) => each.toLowerCase() === name.toLowerCase());
  const kept = passedOn.filter((name) => own[name] !== undefined && !isGiven(name));
  return { ...Object.fromEntries(kept.map((name) => [name, own[name]])), ...given };
}

const usualSeconds = 60;

/**
 * Has the person's own program sign a transaction (docs/signer.md). It runs without a shell, gets one JSON object on its
 * standard input, and answers with hex, bytes or `{ "transaction": hex, "id": hex }`. What goes in and comes out is kept
 * nowhere. Rejects with a sentence; the program's own words stand beside it, where a person reads them and no log does.
 */
export function runSigner(config: SignerConfig, request: SignerRequest, signal?: AbortSignal): Promise<Signed> {
  return run(config, request, readSigned, signal);
}

/** Has it sign a driver: it answers with `{ "signature": hex, "owner": … }`. Resolves to the hex; rejects in the same way. */
export async function signDriver(config: SignerConfig, request: DriverRequest, signal?: AbortSignal): Promise<string> {
  return (await run(config, request, (output) => readSignature(output, request.owner), signal)).signature;
}

async function run<T extends object>(
  config: SignerConfig,
  request: SignerRequest | DriverRequest,
  reading: (output: Uint8Array) => T | Misprint,
  signal?: AbortSignal,
): Promise<T> {
  const { command, args = [], cwd, env = {}, timeoutSeconds = usualSeconds } = config;
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const ends = signal ? AbortSignal.any([signal, limit]) : limit;
  const options = {
    cwd,
    env: signerEnvironment(process.env, env),
    shell: false,
    windowsHide: true,
    stdio: "pipe",
  } as const;
  const child = startedSigner(() => spawn(command, args, options), command);
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    let size = 0;
    let said = "";
    const fail = (why: string, printed?: string) => {
      ends.removeEventListener("abort", stop);
      child.kill("SIGKILL");
      const own = said.trim() === "" ? printed && shortWords(printed) : t`It says: ${shortWords(said.trim())}`;
      reject(new NodeError("refused", t`The signer ${why}.`, { ...(own && { remedy: own }) }));
    };
    const stop = () => {
      if (!signal?.aborted) return fail(t`did not answer within ${counted(timeoutSeconds, "second")}`);
      child.kill("SIGKILL");
      reject(signal.reason as Error);
    };
    ends.addEventListener("abort", stop, { once: true });
    child.on("error", (error) => fail(notStarted(command, error), noShell));
    child.stderr.on(
      "data",
      (chunk: Buffer) => (said = (said + chunk.toString("utf8")).slice(-limits.signer.errorBytes)),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.signer.outputBytes) return fail(t`printed more than ${limits.signer.outputBytes} bytes`);
      out.push(chunk);
    });
    child.on("close", (code, killed) => {
      ends.removeEventListener("abort", stop);
      if (code !== 0) return fail(t`ended with ${code === null ? String(killed) : t`code ${code}`}`);
      const read = reading(Buffer.concat(out));
      if ("why" in read) fail(read.why, read.problem);
      else resolve(read);
    });
    // A program that does not read its input ends it: what it prints counts all the same.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(request));
  });
}

const noShell = t`It is run without a shell: a script, such as a .cmd file, is an argument of the program that runs it.`;

function notStarted(command: string, error: unknown): string {
  return t`could not be started (${shortWords(command, 100)}: ${messageOf(error)})`;
}

/** Some programs are refused before there is a process: what Windows runs by a shell alone, and odd names. */
function startedSigner<T>(start: () => T, command: string): T {
  try {
    return start();
  } catch (cause) {
    throw new NodeError("refused", t`The signer ${notStarted(command, cause)}.`, { remedy: noShell, cause });
  }
}

/** Why something printed is no transaction; `problem` may quote it. */
interface Misprint {
  why: string;
  problem?: string;
}

function readSigned(output: Uint8Array): Signed | Misprint {
  const text = fileText(output).trimStart();
  if (!text.startsWith("{")) return bytesIn(output);
  const json = jsonIn(text);
  if ("why" in json) return json;
  const { transaction, id } = json.value as { transaction?: unknown; id?: unknown };
  if (typeof transaction !== "string") return { why: t`printed JSON without "transaction"` };
  const checked = typeof id === "string" ? checkHash(id) : undefined;
  try {
    const read = bytesIn(hexToBytes(transaction));
    return "why" in read ? read : { ...read, ...(checked?.ok && { id: checked.value }) };
  } catch (error) {
    return { why: t`printed a "transaction" that is no hex`, problem: messageOf(error) };
  }
}

function readSignature(output: Uint8Array, owner: string | undefined): { signature: string } | Misprint {
  if (output.length === 0) return { why: t`printed nothing` };
  const json = jsonIn(fileText(output));
  if ("why" in json) return json;
  const { signature, owner: signed } = json.value as { signature?: unknown; owner?: unknown };
  if (typeof signature !== "string") return { why: t`printed JSON without "signature"` };
  if (owner !== undefined && (signed ?? owner) !== owner)
    return { why: t`signed for another account than the contract's owner` };
  const most = limits.signer.signatureCharacters;
  if (signature.length > most) return { why: t`printed a "signature" of more than ${most} characters` };
  try {
    signHeader(signature);
    return { signature };
  } catch (error) {
    return { why: t`printed a "signature" that is no hex`, problem: messageOf(error) };
  }
}

function bytesIn(output: Uint8Array): Signed | Misprint {
  if (output.length === 0) return { why: t`printed nothing` };
  const read = transactionInFile(output);
  return "bytes" in read ? { bytes: read.bytes } : { why: t`printed no transaction`, problem: read.problem };
}

function jsonIn(text: string): { value: object } | Misprint {
  try {
    return { value: Object(JSON.parse(text)) as object };
  } catch (error) {
    return { why: t`printed JSON that cannot be read`, problem: messageOf(error) };
  }
}
