import assert from "node:assert/strict";
import { explainClosedRoute } from "../../../src/client/routes/closedRoute";
import { NodeError } from "../../../src/client/failures/nodeError";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";

describe("a route that closes the connection without an answer", () => {
  let server: FaultServer;
  let transport: Transport;
  let open: string[];

  before(async () => {
    server = await FaultServer.start(({ path }, reply) => (open.includes(path) ? reply.answer(500) : reply.close()));
    transport = new Transport({ endpoint: server.endpoint() });
  });
  after(async () => {
    await transport.dispose();
    await server.stop();
  });

  const closed = (idempotent: boolean) =>
    nodeFailure(
      transport.request({ method: "POST", path: "/on/driver:aa/get_schema", idempotent }),
      "closed-without-answer",
    );

  it("is that route's fault when the node answers its info in any way", async () => {
    open = ["/on/node/info"];
    const explained = await explainClosedRoute(await closed(true), transport);
    assert.equal(explained.reason, "closed-without-answer");
    assert.match(explained.message, /only the handler of this route failed/);
  });

  it("is the node's, or a proxy's, when nothing is answered", async () => {
    open = [];
    const explained = await explainClosedRoute(await closed(true), transport);
    assert.equal(explained.reason, "unreachable");
    assert.match(explained.message, /^The node answers neither this nor \/on\/node\/info\./);
    assert.match(explained.remedy ?? "", /proxy/);
  });

  it("keeps it in mind when the outcome is unknown", async () => {
    for (const paths of [[], ["/on/node/info"]]) {
      open = paths;
      const explained = await explainClosedRoute(await closed(false), transport);
      assert.equal(explained.outcomeUnknown, true);
    }
  });

  it("is not looked for in other failures", async () => {
    const other = new NodeError("refused", "no");
    assert.equal(await explainClosedRoute(other, transport), other);
  });

  it("is left unexplained when the caller cancels", async () => {
    const failure = await closed(true);
    await assert.rejects(explainClosedRoute(failure, transport, AbortSignal.abort()), { name: "AbortError" });
  });
});
