import assert from "node:assert/strict";
import { Connection } from "../../../src/client/connection";
import { FaultServer } from "../../support/faultServer";

describe("deprecated routes", () => {
  it("are written to the log when an answer first announces it, each once, whatever they were asked about", async () => {
    const note = { deprecation: "true", "deprecation-note": "This endpoint is going away." };
    const server = await FaultServer.start(({ path }, reply) => {
      const link = path.startsWith("/on/contract_owner")
        ? { link: '</on/contract/metadata>; rel="successor-version"' }
        : {};
      if (path === "/on/node/info") reply.answer(200, {}, "{}");
      else reply.answer(path.endsWith("/fails") ? 500 : 200, { ...note, ...link }, "type Query { a: Int }");
    });
    const lines: string[] = [];
    const config = { name: "Old", url: server.url, timeoutMs: 3000, contracts: [], origin: "settings" } as const;
    const connection = new Connection(config, { log: (line) => void lines.push(line) });
    try {
      const { graphql, transport } = await connection.node();
      for (const path of ["/on/account:aaa/status", "/on/account:bbb/status", "/on/contract_owner:aaa/fails"]) {
        await transport.exchange({ method: "POST", path });
      }
      for (let times = 0; times < 2; times++) await graphql.schemaSdl();
      await transport.request({ method: "POST", path: "/on/node/info" });
      assert.deepEqual(lines, [
        "Old: POST /on/account/status is deprecated. The node says: This endpoint is going away.",
        "Old: POST /on/contract_owner/fails is deprecated. The node says: This endpoint is going away. In its place: /on/contract/metadata",
        "Old: POST /on/graphql/query is deprecated. The node says: This endpoint is going away.",
      ]);
    } finally {
      connection.dispose();
      await server.stop();
    }
  });
});
