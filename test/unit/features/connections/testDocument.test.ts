import assert from "node:assert/strict";
import { examineNode } from "../../../../src/client/conformance/examineNode";
import type { ConnectionConfig } from "../../../../src/client/connectionConfig";
import { probeNode } from "../../../../src/client/probeNode";
import { failedTestDocument, testDocument } from "../../../../src/features/connections/model/testDocument";
import { RecordedNode } from "../../../support/recordedNode";
import { connectTo, sharedSandbox } from "../../../support/sharedSandbox";

async function documentOf(url: string): Promise<string> {
  const config: ConnectionConfig = { name: "Local", url, timeoutMs: 5000, contracts: [], origin: "settings" };
  const found = await probeNode(config, {});
  const node = connectTo({ url });
  try {
    const examination = await examineNode(node);
    return testDocument({ config, found, examination, at: new Date(0) });
  } finally {
    await node.dispose();
  }
}

describe("the document of a tested connection", () => {
  it("says first that the node answers, then what it is and offers, and how long each answer took", async () => {
    const { url } = await sharedSandbox();
    const text = await documentOf(url);
    const lines = text.split("\n");
    assert.equal(lines[0], `# Local answers at ${url}.`);
    assert.match(lines[1] ?? "", /^# Asked \d\d questions on 1970-01-01T00:00:00\.000Z, which took [\d.]+ s: /);
    assert.match(text, /^node:\n {2}Version: "?1\.6\.0.*\n(?: {2}.*\n)* {2}Headers begin with: Node\noffers:/m);
    assert.match(text, /^ {2}Common Reference String: "?given/m);
    assert.match(text, /^ {2}subscribing to all topics of blocks: taken$/m);
    assert.match(text, /^ {2}bytes of a call: 3145728$/m);
    assert.match(text, /^ {4}node info: .*, status 200, \d+ ms"?$/m);
  });

  it("names the prefix that the node proves, and what it does otherwise, as 1.4 does, with what that means", async () => {
    const recorded = await RecordedNode.start();
    const text = await documentOf(recorded.url);
    await recorded.stop();
    assert.match(text, /^# The node's headers begin with Rusk, this connection says Node\.$/m);
    assert.match(text, /^ {2}Headers begin with: Rusk\n {2}This connection says: Node$/m);
    assert.match(text, /^ {2}Chain id: "0"$/m);
    assert.match(text, /^ {2}- what: .*subscribing to all topics of blocks/m);
    assert.match(text, /^ {4}this node: refused with 404 \(as 1\.4 does\)$/m);
    assert.match(text, /^ {4}in Chainscope: "?Each topic is subscribed to by its name\."?$/m);
    assert.ok(text.length < 60_000, `${text.length} characters`);
  });

  it("says first that no node answers, and why, in one line whatever the reason holds", () => {
    const config = { name: "Local", url: "http://h:1" };
    const text = failedTestDocument(config, "unreachable", "It says\nno: [x](command:y).", ["status 404"]);
    assert.match(text, /^# Local does not answer: It says\\nno: \[x\]\(command:y\)\.\n\naddress: /);
    assert.match(text, /status 404/);
    const other = failedTestDocument(config, "not-a-node", "A web page is at h:1.", []);
    assert.match(other, /^# Local answers not as a node that can be used: A web page is at h:1\.$/m);
  });
});
