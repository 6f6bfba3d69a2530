import assert from "node:assert/strict";
import { notProbed } from "../../../../src/client/capabilities";
import { statusWords, type ConnectionStatus } from "../../../../src/client/connectionStatus";
import { NodeError } from "../../../../src/client/failures/nodeError";
import { ageText, statusText } from "../../../../src/features/connections/model/statusText";

const up: ConnectionStatus = {
  ...{ state: "up", info: { version: "1.6.0", chain_id: 250 }, capabilities: notProbed, failing: [] },
  events: { kind: "open", sessionId: "0" },
};
const failing = [{ part: "mempool", error: new NodeError("node-fault", "x") }];
const failed: ConnectionStatus = { state: "failed", error: new NodeError("unreachable", "nothing listens\nthere") };
const tip = { height: 2n ** 60n, hash: "ab", arrivedAt: 10_000 };

describe("the status bar", () => {
  const table: [
    string,
    ConnectionStatus,
    typeof tip | undefined,
    "production" | undefined,
    string,
    string | undefined,
  ][] = [
    ["before anyone asked", { state: "idle" }, undefined, undefined, "Local · not connected", undefined],
    ["on the way", { state: "connecting" }, undefined, undefined, "Local · connecting", undefined],
    ["up without a block", up, undefined, undefined, "Local · up", undefined],
    ["up with a block", up, tip, undefined, "Local · #1152921504606846976 · 7 s", undefined],
    ["degraded", { ...up, failing }, tip, undefined, "Local · degraded · #1152921504606846976 · 7 s", "warning"],
    [
      "without events",
      { ...up, events: { kind: "waiting", retryInMs: 1, reason: "lost", attempt: 2 } },
      undefined,
      undefined,
      "Local · degraded",
      "warning",
    ],
    ["failed", failed, tip, undefined, "Local · failed", "error"],
    [
      "while a lost node is waited for",
      { ...failed, retryAt: 25_000 },
      tip,
      undefined,
      "Local · failed · trying again in 8 s",
      "error",
    ],
    [
      "when a lost node is being tried",
      { ...failed, retryAt: 17_000 },
      tip,
      undefined,
      "Local · failed · trying again now",
      "error",
    ],
    [
      "after a person disconnected it",
      { state: "idle", ended: true },
      tip,
      undefined,
      "Local · disconnected",
      undefined,
    ],
    ["in production", up, tip, "production", "Local · production · #1152921504606846976 · 7 s", "warning"],
    ["failed in production", failed, tip, "production", "Local · production · failed", "error"],
  ];
  for (const [when, status, block, role, text, colour] of table) {
    it(`says it in words ${when}`, () => {
      const config = { name: "Local", url: "http://h:1", ...(role && { role }) };
      const shown = statusText({ config, status, tip: block, now: 17_900 });
      assert.deepEqual([shown.text, shown.colour], [text, colour]);
      assert.ok(shown.tooltip.includes("http://h:1"));
    });
  }

  it("keeps what a node said on one line", () => {
    const shown = statusText({ config: { name: "a", url: "u" }, status: failed, tip: undefined, now: 0 });
    assert.match(shown.tooltip.join(" "), /nothing listens\\nthere/);
  });

  it("stays short, whatever a node says it is and however it is named", () => {
    const info = { version: "9".repeat(20_000_000), chain_id: { a: "b".repeat(5000) } };
    const config = { name: "n".repeat(5000), url: `http://${"h".repeat(5000)}` };
    const shown = statusText({ config, status: { ...up, info }, tip, now: 0 });
    assert.ok(shown.text.length < 150, shown.text);
    assert.match(shown.tooltip.join(" "), /chain \{"a":"b+… \(5008 characters\) · 9+… \(20000000 characters\)/);
    assert.equal(statusWords({ ...up, info }), statusWords({ ...up, info }));
    assert.ok(statusWords({ ...up, info }).length < 300);
  });

  it("counts time in one unit", () => {
    const ages: [number, string][] = [
      [-5, "0 s"],
      [999, "0 s"],
      [119_999, "119 s"],
      [120_000, "2 min"],
      [7_200_000, "2 h"],
    ];
    for (const [milliseconds, text] of ages) assert.equal(ageText(milliseconds), text);
  });
});
