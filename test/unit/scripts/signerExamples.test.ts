import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { trySigner } from "../../../scripts/signerTrial";
import { failureLine } from "../../../src/client/failures/failureWords";
import { runSigner, signDriver } from "../../../src/features/transactions/model/runSigner";
import { connectTo } from "../../support/sharedSandbox";
import { sandboxProgram, startSandbox } from "../../support/startSandbox";

const root = resolve(__dirname, "../../..");
const node = process.execPath;

describe("the signers of docs/signer.md", function () {
  this.timeout(120_000);

  /** What stands in for a wallet: it has the sandbox's signer sign, and takes integers and bytes as they should be. */
  const wallets: Record<string, { file: string; wallet: string; command: string }> = {
    js: {
      file: "sign.mjs",
      command: node,
      wallet: `
        import { spawnSync } from "node:child_process";
        const { url, program } = JSON.parse(process.env.WALLET);
        const plain = (_key, value) => (typeof value === "bigint" ? String(value) : value);
        const hex = (bytes) => bytes.toString("hex");
        const sign = (asked) => {
          const { stdout, stderr } = spawnSync(process.execPath, program, { input: JSON.stringify({ url, ...asked }, plain) });
          if (stdout.length === 0) throw new Error(String(stderr));
          return Buffer.from(JSON.parse(stdout).transaction, "hex");
        };
        export const wallet = {
          account: "own",
          transfer: async ({ memo, ...asked }) => sign({ ...asked, ...(memo.length > 0 && { memo: hex(memo) }) }),
          call: async ({ input, ...asked }) => sign({ ...asked, input: hex(input) }),
          signBytes: async (digest) => Buffer.concat([digest, digest]),
        };`,
    },
    python: {
      file: "sign.py",
      command: "python3",
      wallet: [
        "import json, os, subprocess",
        'account = "own"',
        'given = json.loads(os.environ["WALLET"])',
        "def sign(chain_id, nonce, gas_limit, gas_price, **what):",
        '    asked = {"url": given["url"], "chainId": chain_id, "nonce": nonce if nonce is None else str(nonce), **what}',
        "    asked.update(gasLimit=str(gas_limit), gasPrice=str(gas_price))",
        `    run = [${JSON.stringify(node)}, *given["program"]]`,
        "    ran = subprocess.run(run, input=json.dumps(asked).encode(), stdout=subprocess.PIPE, check=True)",
        '    return bytes.fromhex(json.loads(ran.stdout)["transaction"])',
        "def transfer(to, value, memo, **common):",
        '    return sign(to=to, value=str(value), **({"memo": memo.hex()} if memo else {}), **common)',
        "def call(contract, function, input, deposit, **common):",
        "    return sign(contract=contract, function=function, input=input.hex(), deposit=str(deposit), **common)",
        "def sign_bytes(digest):",
        "    return digest + digest",
      ].join("\n"),
    },
  };

  for (const [language, { file, wallet, command }] of Object.entries(wallets))
    it(`pass the trial with a wallet behind them, in ${language}, and refuse what they do not sign`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "chainscope-signer-example-"));
      const sandbox = await startSandbox({ blockMs: 0 });
      const connection = connectTo(sandbox, { timeoutMs: 60_000 });
      try {
        const page = await readFile(join(root, "docs", "signer.md"), "utf8");
        const example = page.split("```" + language + "\n")[1]?.split("\n```")[0] ?? "";
        await writeFile(join(folder, file), example);
        await writeFile(join(folder, file.replace("sign", "wallet")), wallet);
        const env = { WALLET: JSON.stringify({ url: sandbox.url, program: [...sandboxProgram(), "sign"] }) };
        // From the folder of the sources, where the sandbox's program finds what it needs.
        const signer = { command, args: [join(folder, file)], cwd: root, env };
        const said: unknown[] = [];
        for await (const line of trySigner(connection, signer)) said.push(line);
        assert.match(said.join("\n"), /^9 ok, 0 not, 0 could not be tried\./m);
        const asked = { version: 1, url: sandbox.url, prefix: "Node", chainId: 250, nonce: "9" } as const;
        const gas = { gasLimit: "1", gasPrice: "1" };
        const deploy = { ...asked, ...gas, kind: "deploy", module: "a.wasm" } as const;
        await refuses(runSigner(signer, deploy), /ended with code 1\. It says: .*This signs no deploy\./);
        const other = { ...asked, ...gas, kind: "transfer", to: "key", value: "1", sender: "else" } as const;
        await refuses(runSigner(signer, other), /ended with code 1\. It says: .*This signs for own alone\./);
        const { nonce: _nonce, ...common } = asked;
        const driver = { ...common, kind: "sign-driver", contract: "ab".repeat(32), digest: "0c".repeat(32) } as const;
        assert.equal(await signDriver(signer, { ...driver, owner: "own" }), "0c".repeat(64));
        await refuses(signDriver(signer, { ...driver, owner: "else" }), /It says: .*This signs for own alone\./);
      } finally {
        await connection.dispose();
        await sandbox.stop();
        await rm(folder, { recursive: true, force: true });
      }
    });
});

function refuses(signed: Promise<unknown>, why: RegExp): Promise<void> {
  return assert.rejects(signed, (error) => why.test(failureLine(error)) || assert.fail(failureLine(error)));
}
