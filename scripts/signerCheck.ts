// npm run signer-check -- [--url http://… [--prefix X]] [--seconds n] <command> [args…]: tries a person's signer
// (docs/signer.md) against a node, or the sandbox. What it signs is checked by the node and never sent.
import { parseArgs } from "node:util";
import type { SignerConfig } from "../src/client/connectionConfig";
import { parseEndpoint } from "../src/client/http/endpoint";
import { NodeConnection } from "../src/client/nodeConnection";
import { startSandbox } from "../test/support/startSandbox";
import { runCommand } from "./runCommand";
import { trySigner } from "./signerTrial";

const usage =
  "npm run signer-check -- [--url http://localhost:8080 [--prefix Rusk]] [--seconds 60] <command> [arguments…]";

async function run(): Promise<number> {
  const { url, prefix, config } = commandLine(process.argv.slice(2));
  if (url !== undefined) return tried(url, prefix, config, false);
  // Like those that refuse a gap of nonces at once.
  const args = ["--history", "2", "--txs-per-block", "0", "--like", "1.4"];
  const sandbox = await startSandbox({ blockMs: 0, args });
  return tried(sandbox.url, prefix, config, true).finally(() => sandbox.stop());
}

async function tried(url: string, prefix: string | undefined, config: SignerConfig, isSandbox: boolean) {
  const node = new NodeConnection({ endpoint: parseEndpoint(url, prefix) });
  try {
    const lines = trySigner(node, config, isSandbox);
    for (;;) {
      const { done, value } = await lines.next();
      if (done) return value ? 0 : 1;
      console.log(value);
    }
  } finally {
    await node.dispose();
  }
}

/** Options end where the signer's command begins: what follows is its own. */
function commandLine(words: string[]): { url?: string; prefix?: string; config: SignerConfig } {
  const text = { type: "string" } as const;
  const options = { url: text, prefix: text, seconds: text };
  const { tokens } = parseArgs({ args: words, options, strict: false, tokens: true });
  const at = tokens.find(({ kind }) => kind === "positional")?.index ?? words.length;
  const { url, prefix, seconds = "60" } = parseArgs({ args: words.slice(0, at), options }).values;
  const [command, ...args] = words.slice(at);
  if (command === undefined) throw new TypeError("Which signer? Its command is missing.");
  if (!/^[1-9]\d{0,3}$/.test(seconds)) throw new TypeError("--seconds takes whole seconds, from 1 to 9999.");
  const config = { command, args, timeoutSeconds: Number(seconds) };
  return { ...(url !== undefined && { url }), ...(prefix !== undefined && { prefix }), config };
}

runCommand(usage, run);
