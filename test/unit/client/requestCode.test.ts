import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ConnectionConfig } from "../../../src/client/connectionConfig";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { codeKinds, requestCode, type CodeKind, type WrittenRequest } from "../../../src/client/http/requestCode";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer, type ReceivedRequest } from "../../support/faultServer";
import { selfSigned } from "../../support/selfSigned";

const config = { name: "L", url: "https://h/node/", timeoutMs: 5000, contracts: [], origin: "settings" } as const;
const call: WrittenRequest = {
  path: "/on/contracts:ab/add",
  headers: { "Content-Type": "application/json" },
  body: { text: '["18446744073709551614"]' },
};

describe("a request as code", () => {
  let server: FaultServer;
  let folder: string;
  let caFile: string;

  before(async () => {
    server = await FaultServer.start(
      (_, reply) => reply.answer(200, { "rusk-version": "1.4.5" }, "18446744073709551615"),
      {
        tls: selfSigned,
      },
    );
    folder = await mkdtemp(join(tmpdir(), "it's-"));
    caFile = join(folder, "ca.pem");
    await writeFile(caFile, selfSigned.cert);
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  for (const kind of codeKinds) {
    it(`reaches a node as the client does: ${kind}`, async () => {
      const version = { requirement: "^1.2", strict: true };
      const reached: ConnectionConfig = {
        ...{ ...config, url: `${server.url}/base`, prefix: "Rusk", version, caFile },
        secretHeaders: ["X-Api-Key"],
      };
      const sent = await requestsOf(async () => {
        const endpoint = parseEndpoint(reached.url, reached.prefix);
        const headers = { "X-Api-Key": "the key" };
        const transport = new Transport({ endpoint, headers, version, ca: selfSigned.cert, timeoutMs: 5000 });
        const {
          path,
          headers: own,
          body,
        } = call as { path: string; headers: Record<string, string>; body: { text: string } };
        await transport.request({ method: "POST", path, headers: own, body: body.text, idempotent: true });
        await transport.dispose();
      });
      const code = requestCode(kind, reached, call);
      assert.doesNotMatch(code, /the key/);
      const printed: string[] = [];
      const written = await requestsOf(async () => printed.push(await run(kind, code)));
      assert.deepEqual(written, sent);
      assert.match(printed.join(), /18446744073709551615/);
    });
  }

  it("accepts any certificate where the connection does, and says how where fetch cannot", async () => {
    const insecure: ConnectionConfig = { ...config, url: server.url, insecureTls: true };
    for (const kind of ["curl", "undici (TypeScript)"] as const)
      assert.match(await run(kind, requestCode(kind, insecure, call)), /18446744073709551615/);
    assert.match(requestCode("fetch", insecure, call), /NODE_TLS_REJECT_UNAUTHORIZED=0/);
  });

  it("hands every word to the shell as it is, whatever it holds", () => {
    const names = ["X-`id>&2`", "X-$HOME", "X'$(id)'", "2-Keys"];
    const version = { requirement: "1\u0003'; id;\u007f" };
    const odd = { ...config, secretHeaders: names, version };
    const command = requestCode("curl", odd, { path: "/on/x", body: { text: "$(id)\n`id`\u001b" } });
    const values = names.map((_, at) => `value ${at}; $(id)`);
    const variables = { X__ID__2_: values[0], X__HOME: values[1], X___ID__: values[2], _2_KEYS: values[3] };
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(command, /[\u0003\u007f\u001b]/);
    const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
    const printed = execFileSync("sh", ["-c", script], { env: { ...process.env, ...variables }, encoding: "utf8" });
    assert.deepEqual(printed.split("\0"), [
      ...["-sS", "-X", "POST", "https://h/node/on/x"],
      ...names.flatMap((name, at) => ["-H", `${name}: ${values[at]}`]),
      ...["-H", "Node-Version: 1\u0003'; id;\u007f", "--data-raw", "$(id)\n`id`\u001b", ""],
    ]);
  });

  /** What the server receives meanwhile, without what each program adds of its own. */
  async function requestsOf(work: () => Promise<unknown>): Promise<unknown[]> {
    const before = server.requests.length;
    await work();
    return server.requests.slice(before).map(({ method, path, headers, body }: ReceivedRequest) => {
      const own = ["content-type", "rusk-version", "rusk-version-strict", "x-api-key"].map((name) => [
        name,
        headers[name],
      ]);
      return { method, path, own, body: body.toString() };
    });
  }

  async function run(kind: CodeKind, code: string): Promise<string> {
    const env = { ...process.env, ...(kind === "fetch" && { NODE_EXTRA_CA_CERTS: caFile }), X_API_KEY: "the key" };
    const text = kind === "curl" ? ["-c", code] : ["--import", "tsx", "--input-type=module", "-e", code];
    const { stdout } = await promisify(execFile)(kind === "curl" ? "sh" : process.execPath, text, { env });
    return stdout;
  }
});
