import assert from "node:assert/strict";
import fc from "fast-check";
import type { ConnectionConfig } from "../../../../src/client/connectionConfig";
import type { ConnectionStatus } from "../../../../src/client/connectionStatus";
import { NodeError, type NodeErrorReason } from "../../../../src/client/failures/nodeError";
import { FailureKinds } from "../../../../src/features/connections/model/failureKinds";
import { issueReport, type IssueFacts } from "../../../../src/features/connections/model/issueReport";
import { settingKind, settingRules } from "../../../../src/host/settingRule";
import { readManifest } from "../../../support/manifestTexts";

const rules = settingRules(readManifest());
const plainFacts: IssueFacts = {
  chainscope: "0.1.0",
  editor: { name: "code-server", version: "1.100.3", host: "web", language: "de" },
  extension: { side: "workspace", remote: undefined, platform: "linux", arch: "x64", node: "20.19.0" },
  workspace: { trusted: true, folderSchemes: ["file", "memfs"] },
  connections: [],
  failures: new Map(),
  settings: [],
};
const unknown = { offered: "unknown", text: "not asked yet" } as const;
const up = (more: object): ConnectionStatus => ({
  ...{ state: "up", info: { version: "1.4.2" }, events: { kind: "open", sessionId: "5e55" }, failing: [] },
  capabilities: { graphql: { offered: "yes", text: "yes" }, archive: unknown, prover: unknown, drivers: unknown },
  ...more,
});
const config = (more: object): ConnectionConfig => ({
  name: "Main",
  url: "https://n.example",
  timeoutMs: 1000,
  contracts: [],
  origin: "settings",
  ...more,
});

describe("the report of an issue", () => {
  it("says versions, host, state of each connection, kinds of failures and changed settings", () => {
    const kinds = new FailureKinds();
    const refused = new NodeError("refused", "The node wants a key.", { status: 403 });
    for (const error of [refused, refused, new NodeError("timeout", "Late."), new TypeError("x is undefined"), "odd"])
      kinds.note(error);
    const report = issueReport({
      ...plainFacts,
      connections: [
        { config: config({ role: "production", secretHeaders: ["X-Key"], insecureTls: true }), status: up({}) },
        { config: config({ url: "http://localhost:1", key: "sandbox", origin: "window" }), status: { state: "idle" } },
        { config: config({}), status: { state: "failed", error: refused } },
      ],
      failures: kinds.counts,
      settings: [{ name: "chainscope.events.keep", value: "500" }],
    });
    assert.equal(
      report,
      `- Chainscope 0.1.0, code-server 1.100.3 (web), display language de
- Runs on the workspace side, no remote, linux x64, Node.js 20.19.0
- Workspace: trusted, folders: 2, of these not on disk: 1

Connections: 3

- settings, production, https, certificate not checked, secret headers: 1, named contracts: 0; up, node 1.4.2, events open, graphql yes, archive unknown, prover unknown, drivers unknown
- window, sandbox, http, named contracts: 0; idle
- settings, https, named contracts: 0; failed, refused 403

Failures shown in this window:

- refused 403: 1
- timeout: 1
- TypeError: 1
- other: 1

Settings:

- chainscope.events.keep: 500
`,
    );
  });

  it("counts kinds of failures, and keeps nothing else of them", () => {
    const kinds = new FailureKinds();
    for (let at = 0; at < 3; at++) kinds.note(new NodeError("not-found", `No block ${at}.`, { status: 404 + at }));
    kinds.note(Object.assign(new Error("no"), { name: "owner@example.org" }));
    kinds.note(Object.assign(new TypeError("no"), { name: "owner@example.org" }));
    assert.deepEqual(
      [...kinds.counts],
      [
        ["not-found 404", 1],
        ["not-found 405", 1],
        ["not-found 406", 1],
        ["other", 2],
      ],
    );
  });

  it("holds nothing that a person or a node has written, whatever the settings hold", () => {
    fc.assert(
      fc.property(facts, (each) => {
        const words = issueReport(each).split(/[\s,;:()]+/);
        const odd = words.filter((word) => word !== "" && !isOurs(word));
        assert.deepEqual(odd, []);
      }),
      { numRuns: 500 },
    );
  });
});

/** What a person or a node may write anywhere: also what looks like numbers, versions and words of ours. */
const written = fc.oneof(
  fc.string({ minLength: 1, unit: "grapheme" }).map((text) => `s3cret${text}`),
  fc.constantFrom(
    ...[
      "https://user:pa55@node.example/key/abc",
      "C:\\Users\\someone\\key.pem",
      "Bearer eyJhbGciOi",
      "contract Payroll",
    ],
    ...["1.4.2\n- Authorization", "1.4.2-someone", "c0".repeat(32), "[a](command:b)", "127.0.0.1", "::1", "de-Payroll"],
  ),
);
const reasons: NodeErrorReason[] = ["unreachable", "refused", "node-fault", "version-mismatch"];
const failures = fc
  .tuple(fc.constantFrom(...reasons), written, fc.option(fc.integer()), written)
  .map(([reason, message, status, response]) =>
    Object.assign(
      new NodeError(reason, message, { ...(status !== null && { status }), response, connection: message }),
      {},
    ),
  );
const configs = fc.record({
  ...{ name: written, url: written, prefix: written, proverUrl: written, caFile: written, key: written },
  origin: fc.constantFrom("settings", "window"),
  role: fc.oneof(fc.constantFrom("development", "test", "production"), written),
  secretHeaders: fc.array(written),
  contracts: fc.array(fc.record({ id: written, name: written })),
  signer: fc.record({ command: written, args: fc.array(written), env: fc.dictionary(written, written) }),
});
const statuses = fc.oneof(
  failures.map((error) => ({ state: "failed", error })),
  fc
    .record({
      info: fc.record({ version: fc.oneof(written, fc.integer(), fc.constant(null)), chain_id: written }),
      events: fc.record({ kind: fc.constantFrom("open", "waiting", "closed"), reason: written, sessionId: written }),
      failing: fc.array(fc.record({ part: written, error: failures })),
      words: written,
    })
    .map(({ words, ...more }) => {
      const part = { offered: "no", text: words };
      return up({ ...more, capabilities: { graphql: part, archive: part, prover: part, drivers: part } });
    }),
);
const settings = fc
  .array(fc.tuple(fc.constantFrom(...rules.keys()), fc.oneof(written, fc.array(written), fc.anything())))
  .map((pairs) => pairs.map(([name, value]) => ({ name, value: settingKind(rules.get(name)!, value) })));
const thrown = fc.oneof(
  failures,
  written,
  written.map((name) => Object.assign(new TypeError(name), { name })),
);
const facts = fc
  .record({
    chainscope: written,
    editor: fc.record({ name: written, version: written, host: written, language: written }),
    extension: fc.record({
      ...{ remote: written, platform: written, arch: written, node: written },
      side: fc.constantFrom("ui" as const, "workspace" as const),
    }),
    workspace: fc.record({ trusted: fc.boolean(), folderSchemes: fc.array(written) }),
    connections: fc.array(fc.record({ config: configs, status: statuses })),
    thrown: fc.array(thrown),
    settings,
  })
  .map(({ thrown: errors, ...more }) => {
    const kinds = new FailureKinds();
    for (const error of errors) kinds.note(error);
    return { ...more, failures: kinds.counts } as unknown as IssueFacts;
  });

const ours = new Set(
  `- Chainscope of another form editor other display language Runs on the ui workspace side remote no Node.js Workspace
  trusted not folders these disk Connections settings window development test production sandbox https http prefix given
  version required certificate file checked secret headers proxy prover elsewhere signer named contracts idle connecting up
  degraded failed node without a events open waiting closed graphql archive drivers yes unknown failing and Failures shown
  in this none Settings all defaults entries allowed changed true false TypeError RangeError ReferenceError`.split(
    /\s+/,
  ),
);
const words = [...rules.values()].flatMap((rule) => (rule.enum ?? []).map(String));
for (const word of [...rules.keys(), ...reasons, ...words]) ours.add(word);

/** Whether a word of the report is one of a closed list, or a number: never one with anything else in it. */
function isOurs(word: string): boolean {
  return ours.has(word) || /^\d+$/.test(word);
}
