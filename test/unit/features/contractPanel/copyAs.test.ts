import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { CallRequest } from "../../../../src/bridge/callRequest";
import { plainRequest } from "../../../../src/features/contractPanel/plainRequest";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { requestCode } from "../../../../src/wire/requestCode";
import { sharedSandbox } from "../../../support/sharedSandbox";
import type { Sandbox } from "../../../support/startSandbox";

const call: CallRequest = {
  ...{ contractId: contractIds.counter, fn: "add_many", input: { json: '["1","18446744073709551614"]' } },
  ...{ sendAs: "json", stream: false, headers: [] },
};

describe("a call as code", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await sharedSandbox()));

  const url = (fn: string) => `${sandbox.url}/on/contracts:${contractIds.counter}/${fn}`;
  const plain = (change: Partial<CallRequest> = {}, bytes?: Uint8Array) =>
    plainRequest(url("add_many"), { ...call, ...change }, bytes, "Node-Feeder");

  it("runs as fetch and prints the output with every digit", async () => {
    assert.equal(
      await run("node", ["--input-type=module", "-e", requestCode("fetch", plain())]),
      '200 "18446744073709551615"',
    );
  });

  it("runs as TypeScript with undici", async () => {
    const code = requestCode("undici (TypeScript)", plain());
    assert.equal(
      await run("node", ["--import", "tsx", "--input-type=module", "-e", code]),
      '200 "18446744073709551615"',
    );
  });

  it("runs as curl, whatever quotes the input holds", async () => {
    assert.equal(await run("sh", ["-c", `${requestCode("curl", plain())} -s`]), '"18446744073709551615"');
    const odd = plain({ input: { json: `"it's \\"$HOME\\" \`x\`"` } });
    assert.match(requestCode("curl", odd), /--data-raw '"it'\\''s/);
  });

  it("sends the very bytes when the call sends bytes", async () => {
    const bytes = Uint8Array.of(1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255);
    const request = plain({}, bytes);
    assert.deepEqual(request.body, { hex: "01000000ffffffffffffffff" });
    assert.equal(request.headers["Content-Type"], "application/octet-stream");
    const printed = await run("node", ["--input-type=module", "-e", requestCode("fetch", request)]);
    assert.match(printed, /^200 Uint8Array\(8\) \[\s*255/);
  });

  it("asks for the feed when the call is a stream", () => {
    assert.equal(plain({ stream: true }).headers["Node-Feeder"], "true");
  });

  it("leaves out the values of all headers but those known to be harmless", () => {
    const headers = [
      { name: "Authorization", value: "Bearer hush" },
      { name: "X-Api-Key", value: "hush" },
      ...["X-Pwd", "X-Jwt", "X-Session", "X-Credential", "Label"].map((name) => ({ name, value: "hush" })),
      { name: "Accept-Language", value: "mine" },
      { name: "Node-Version", value: "^1.6" },
    ];
    for (const kind of ["curl", "fetch", "undici (TypeScript)"] as const) {
      const code = requestCode(kind, plain({ headers }));
      assert.doesNotMatch(code, /hush/);
      assert.match(code, /YOUR-AUTHORIZATION/);
      assert.match(code, /YOUR-X-JWT/);
      assert.match(code, /Node-Version.*\^1\.6/);
      assert.match(code, /Accept-Language/);
      assert.match(code, /mine/);
    }
  });

  it("names the content type exactly", () => {
    assert.match(requestCode("curl", plain()), /-H 'Content-Type: application\/json'/);
  });
});

async function run(command: string, parameters: string[]): Promise<string> {
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "inherit"], cwd: process.cwd() });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await once(child, "close");
  return printed.trim();
}
