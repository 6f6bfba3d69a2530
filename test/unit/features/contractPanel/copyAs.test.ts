import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { CallRequest } from "../../../../src/bridge/callRequest";
import { codeKinds, requestCode, type CodeKind } from "../../../../src/client/http/requestCode";
import { writtenCall } from "../../../../src/features/contractPanel/model/writtenCall";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { sharedSandbox } from "../../../support/sharedSandbox";
import type { Sandbox } from "../../../support/startSandbox";

const call: CallRequest = {
  ...{ contractId: contractIds.counter, fn: "add_many", input: { json: '["1","18446744073709551614"]' } },
  ...{ sendAs: "json", stream: false, headers: [] },
};

describe("a call as code", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await sharedSandbox()));

  const written = (change: Partial<CallRequest> = {}, bytes?: Uint8Array) =>
    writtenCall({ ...call, ...change }, bytes, "Node-Feeder");
  const code = (kind: CodeKind, change: Partial<CallRequest> = {}, bytes?: Uint8Array) =>
    requestCode(
      kind,
      { name: "L", url: sandbox.url, timeoutMs: 1, contracts: [], origin: "settings" },
      written(change, bytes),
    );

  it("runs as fetch and prints the output with every digit", async () => {
    assert.equal(await run("node", ["--input-type=module", "-e", code("fetch")]), '200 "18446744073709551615"');
  });

  it("runs as TypeScript with undici", async () => {
    assert.equal(
      await run("node", ["--import", "tsx", "--input-type=module", "-e", code("undici (TypeScript)")]),
      '200 "18446744073709551615"',
    );
  });

  it("runs as curl, whatever quotes the input holds", async () => {
    assert.equal(await run("sh", ["-c", `${code("curl")} -s`]), '"18446744073709551615"');
    const odd = { input: { json: `"it's \\"$HOME\\" \`x\`"` } };
    assert.match(code("curl", odd), /--data-raw '"it'\\''s/);
  });

  it("sends the very bytes when the call sends bytes", async () => {
    const bytes = Uint8Array.of(1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255);
    const { body, headers } = written({}, bytes);
    assert.deepEqual(body, { hex: "01000000ffffffffffffffff" });
    assert.equal(headers?.["Content-Type"], "application/octet-stream");
    const printed = await run("node", ["--input-type=module", "-e", code("fetch", {}, bytes)]);
    assert.match(printed, /^200 Uint8Array\(8\) \[\s*255/);
  });

  it("asks for the feed when the call is a stream", () => {
    assert.equal(written({ stream: true }).headers?.["Node-Feeder"], "true");
  });

  it("leaves out the values of all headers but those known to be harmless", () => {
    const headers = [
      { name: "Authorization", value: "Bearer hush" },
      { name: "X-Api-Key", value: "hush" },
      ...["X-Pwd", "X-Jwt", "X-Session", "X-Credential", "Label"].map((name) => ({ name, value: "hush" })),
      { name: "Accept-Language", value: "mine" },
      { name: "Node-Version", value: "^1.6" },
    ];
    for (const kind of codeKinds) {
      const text = code(kind, { headers });
      assert.doesNotMatch(text, /hush/);
      assert.match(text, kind === "curl" ? /"\$AUTHORIZATION"/ : /process\.env\.AUTHORIZATION/);
      assert.match(text, kind === "curl" ? /"\$X_JWT"/ : /process\.env\.X_JWT/);
      assert.match(text, /Node-Version.*\^1\.6/);
      assert.match(text, /Accept-Language/);
      assert.match(text, /mine/);
    }
  });

  it("names the content type exactly", () => {
    assert.match(code("curl"), /-H 'Content-Type: application\/json'/);
  });
});

async function run(command: string, parameters: string[]): Promise<string> {
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "inherit"], cwd: process.cwd() });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await once(child, "close");
  return printed.trim();
}
