import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { examinationLines, sections } from "../../../src/client/conformance/examinationLines";
import { examineNode, habits, type Examination, type Examining } from "../../../src/client/conformance/examineNode";
import { silent, type Observation } from "../../../src/client/conformance/habit";
import { transferContractId } from "../../../src/wire/ids";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { RecordedNode } from "../../support/recordedNode";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox } from "../../support/startSandbox";

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";

async function examined(url: string, examining: Examining = {}): Promise<Examination> {
  const node = connectTo({ url });
  try {
    return await examineNode(node, examining);
  } finally {
    await node.dispose();
  }
}

const told = ({ habit, verdict, text: words }: Observation) => `§${habit.section} ${habit.name}: ${verdict}, ${words}`;

describe("the habits of a node", () => {
  it("are the document's on the sandbox, wherever the document says something", async () => {
    const { observations } = await examined((await sharedSandbox()).url);
    const wanted = (observation: Observation) => (observation.habit.document === silent ? "1.4" : "document");
    assert.deepEqual(observations.filter((observation) => observation.verdict !== wanted(observation)).map(told), []);
  });

  it("are those of version 1.4 on the sandbox that is like it", async () => {
    const sandbox = await startSandbox({ blockMs: 100, args: ["--like", "1.4"] });
    const { observations } = await examined(sandbox.url, { listenMs: 5000 });
    await sandbox.stop();
    // The sandbox has a chain id and a Common Reference String, which that node's installation had not.
    const own = ["chain id of the node info", "Common Reference String"];
    const wanted = ({ habit }: Observation) => (habit.old && !own.includes(habit.name) ? "1.4" : "document");
    assert.deepEqual(observations.filter((observation) => observation.verdict !== wanted(observation)).map(told), []);
  });

  it("are all in the table on what a deployed node was heard to answer", async () => {
    const recorded = await RecordedNode.start();
    const playing = setInterval(() => recorded.play("transfer with memo"), 50);
    const { observations, prefix, version } = await examined(recorded.url, { listenMs: 5000 });
    clearInterval(playing);
    await recorded.stop();
    assert.equal(observations.length, habits.length + 1);
    assert.deepEqual([prefix, version], ["Rusk", "1.4.5-alpha.1"]);
    assert.deepEqual(recorded.unrecorded, []);
    const wanted = ({ habit }: Observation) => (habit.old ? "1.4" : "document");
    assert.deepEqual(observations.filter((observation) => observation.verdict !== wanted(observation)).map(told), []);
  });

  it("leave out what the node's role does not offer, and take in what belongs to one contract", async () => {
    const plain = await startSandbox({ blockMs: 0, roles: ["plain"] });
    const { observations } = await examined(plain.url, { contractId: counter });
    await plain.stop();
    assert.deepEqual(
      observations.filter(({ verdict }) => verdict === "otherwise" || verdict === "untold").map(told),
      [],
    );
    assert.match(observations.find(({ habit }) => habit.role === "prover")?.text ?? "", /^not offered/);
    const own = observations.filter(({ exchange }) => exchange.question.path.includes(counter));
    assert.deepEqual(
      own.map(({ verdict, text: words }) => `${verdict}: ${words}`),
      [
        "document: known",
        "document: given, or 404 without one",
        "document: told, or 404 without a driver",
        "document: told, or 404 without a driver",
      ],
    );
  });

  it("are each told with a section of the interface, and what the other manner means here", () => {
    const problems = habits.filter(({ section, old, means }) => !(section in sections) || (old && !means));
    assert.deepEqual(
      problems.map(({ name }) => name),
      [],
    );
  });
});

describe("asking a node for its habits", () => {
  it("changes nothing there, asks no built-in driver for its schema, and leaves nothing open", async () => {
    const sandbox = await startSandbox({ blockMs: 0 });
    const before = (await sandbox.control("state")) as { height: unknown; mempool: unknown };
    await examined(sandbox.url, { contractId: transferContractId });
    type State = typeof before & { requests: Record<string, number>; sessions: unknown[] };
    const after = (await sandbox.control("state")) as State;
    const changing = /propagate|upload_driver|events?\/|driver:0[12]0+\/get_schema/;
    const asked = Object.keys(after.requests);
    assert.ok(asked.length > 40, `${asked.length} paths`);
    assert.deepEqual(
      asked.filter((path) => changing.test(path)),
      [],
    );
    assert.deepEqual([after.height, after.mempool, after.sessions.length], [before.height, before.mempool, 0]);
    await sandbox.stop();
  });

  it("says of what events tell that no blocks came, where none come", async () => {
    const { observations } = await examined((await sharedSandbox()).url, { listenMs: 50 });
    const heard = observations.filter(({ habit }) => habit.ask.hears);
    assert.deepEqual(
      new Set(heard.map(({ verdict, text: words }) => `${verdict}: ${words}`)),
      new Set(["untold: Fewer than two blocks came within 0.05 s."]),
    );
  });

  it("ends in time when nothing is answered any more, and says of what it was not told", async () => {
    const server = await FaultServer.start(({ path, index }, reply) => {
      if (path === "/on/node/info" && index === 0) reply.answer(200, { "Node-Version": "1.0.0" }, "{}");
    });
    const { observations } = await examined(server.url, { withinMs: 300 });
    await server.stop();
    assert.deepEqual(observations.filter(({ verdict }) => verdict !== "untold").map(told), []);
    assert.match(observations[0]?.text ?? "", /^Not asked: all answers together took longer than 0\.3 s\.$/);
  });

  it("ends at once when it is given up", async () => {
    const server = await FaultServer.start(({ index }, reply) => {
      if (index === 0) reply.answer(200, { "Node-Version": "1.0.0" }, "{}");
      else closing.abort();
    });
    const closing = new AbortController();
    await assert.rejects(examined(server.url, { signal: closing.signal }), { name: "AbortError" });
    await server.stop();
  });

  it("tells a refusal of whatever stands in front of the node from the node's own, and a strange answer as it is", async () => {
    const server = await FaultServer.start(({ path }, reply) => {
      if (path === "/on/node/info") reply.answer(200, { "Node-Version": "1.0.0" }, "{}");
      else if (path.startsWith("/on/")) reply.answer(429, {}, "slow down");
      else reply.answer(418, { "Node-Version": "1.0.0" }, "\u001b[31mteapot");
    });
    const examination = await examined(server.url);
    await server.stop();
    const verdicts = (section: string) =>
      new Set(examination.observations.filter(({ habit }) => habit.section === section).map(({ verdict }) => verdict));
    assert.deepEqual(verdicts("4.7"), new Set(["untold"]));
    const lines = [...examinationLines(examination)];
    const at = lines.findIndex((line) => /^ {2}otherwise +unknown field: status 418$/.test(line));
    assert.match(lines[at + 1] ?? "", /^ +the document: an error beside the data$/);
    assert.match(
      lines[at + 2] ?? "",
      /^ +POST \/graphql · Content-Type: application\/json · \{"query":"\{ nosuch \}"\}$/,
    );
    assert.match(lines[at + 3] ?? "", /^ +418 · \\x1b\[31mteapot · \d+ ms$/);
  });

  it("rejects where no node answers", async () => {
    const server = await FaultServer.start((_request, reply) => reply.answer(404, {}, "<html>nothing</html>"));
    await nodeFailure(examined(server.url), "not-a-node");
    await server.stop();
  });
});

describe("npm run conformance", () => {
  it("prints the habits by section, each with its exchange, and ends well", async () => {
    const { code, out } = await script("--listen", "0", "--url", (await sharedSandbox()).url);
    assert.equal(code, 0, out);
    const lines = out.split("\n");
    assert.match(lines[0] ?? "", /^http:\S+: version 1\.6\.0, headers begin with Node\.$/);
    assert.match(out, /^§4\.7 Contract metadata and driver management$/m);
    assert.match(out, /^ {2}as the document says +metadata of a contract that does not exist: 404$/m);
    assert.match(out, /^ +POST \/on\/contract:(?:fe){32}\/metadata$/m);
  });

  it("says in one sentence that no node answers, or how it is to be called", async () => {
    const unreachable = await script("--url", "http://127.0.0.1:1");
    assert.deepEqual([unreachable.code, unreachable.out], [2, ""]);
    assert.match(unreachable.err, /^[^\n]*127\.0\.0\.1:1[^\n]*\n$/);
    const { code, err } = await script();
    assert.equal(code, 2);
    assert.match(err, /^Which node\? --url is missing\.\nnpm run conformance -- --url /);
  });
});

async function script(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const root = resolve(__dirname, "../../..");
  const file = join(root, "scripts", "conformance.ts");
  const child = spawn(process.execPath, ["--require", "tsx/cjs", file, ...args], { cwd: root });
  const closed = once(child, "close") as Promise<[number]>;
  const [[code], out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
