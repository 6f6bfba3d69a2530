import { spawn } from "node:child_process";
import { t } from "../../../base/translate";
import { counted, messageOf } from "../../../base/words";
import type { SignerConfig } from "../../../client/connectionConfig";
import { hexToBytes } from "../../../wire/hex";
import { checkHash } from "../../../wire/ids";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";
import type { SignerRequest } from "./signerRequest";
import { transactionInFile } from "./transactionFile";

/** What a signer made. */
export interface Signed {
  bytes: Uint8Array;
  /** The transaction's id, if it says it. */
  id?: string;
}

/** What of this process's environment a program needs to run at all; nothing else of it is anybody's business. */
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
  "PATHEXT",
];

const usualSeconds = 60;

/**
 * Has the person's own program sign a transaction (docs/signer.md). It runs without a shell, gets one JSON object on its
 * standard input, and answers with hex, bytes or `{ "transaction": hex, "id": hex }`. What goes in and comes out is kept
 * nowhere. Rejects with a sentence; the program's own words are in it when it fails.
 */
export async function runSigner(config: SignerConfig, request: SignerRequest, signal?: AbortSignal): Promise<Signed> {
  const { command, args = [], cwd, env = {}, timeoutSeconds = usualSeconds } = config;
  const own = Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const ends = signal ? AbortSignal.any([signal, limit]) : limit;
  const child = spawn(command, args, { cwd, env: { ...own, ...env }, shell: false, windowsHide: true, stdio: "pipe" });
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    let size = 0;
    let said = "";
    const fail = (why: string) => {
      ends.removeEventListener("abort", stop);
      child.kill("SIGKILL");
      reject(new Error(t`The signer ${why}${said.trim() === "" ? "." : `: ${shortWords(said.trim())}`}`));
    };
    const stop = () => {
      if (!signal?.aborted) return fail(t`did not answer within ${counted(timeoutSeconds, "second")}`);
      child.kill("SIGKILL");
      reject(signal.reason as Error);
    };
    ends.addEventListener("abort", stop, { once: true });
    child.on("error", (error) => fail(t`could not be started (${shortWords(command, 100)}: ${messageOf(error)})`));
    child.stderr.on(
      "data",
      (piece: Buffer) => (said = (said + piece.toString("utf8")).slice(-limits.signer.errorBytes)),
    );
    child.stdout.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > limits.signer.outputBytes) return fail(t`printed more than ${limits.signer.outputBytes} bytes`);
      out.push(piece);
    });
    child.on("close", (code, killed) => {
      ends.removeEventListener("abort", stop);
      if (code !== 0) return fail(t`ended with ${code === null ? String(killed) : t`code ${code}`}`);
      try {
        resolve(readSigned(Buffer.concat(out)));
      } catch (error) {
        fail(messageOf(error));
      }
    });
    // A program that does not read its input ends it: what it prints counts all the same.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(request));
  });
}

function readSigned(output: Uint8Array): Signed {
  const text = output[0] === 0x7b ? new TextDecoder().decode(output) : undefined;
  if (text === undefined) return { bytes: bytesIn(output) };
  const { transaction, id } = jsonIn(text) as { transaction?: unknown; id?: unknown };
  if (typeof transaction !== "string") throw new Error(t`printed JSON without "transaction"`);
  const checked = typeof id === "string" ? checkHash(id) : undefined;
  return { bytes: bytesIn(hexIn(transaction)), ...(checked?.ok && { id: checked.value }) };
}

function bytesIn(output: Uint8Array): Uint8Array {
  const read = transactionInFile(output);
  if ("bytes" in read) return read.bytes;
  throw new Error(output.length === 0 ? t`printed nothing` : t`printed no transaction (${read.problem})`);
}

function hexIn(text: string): Uint8Array {
  try {
    return hexToBytes(text);
  } catch (error) {
    throw new Error(t`printed a "transaction" that is no hex (${messageOf(error)})`, { cause: error });
  }
}

function jsonIn(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch (error) {
    throw new Error(t`printed JSON that cannot be read (${messageOf(error)})`, { cause: error });
  }
}
