import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { checkOffered } from "../../../../src/features/routes/model/checkOffered";
import { eventually } from "../../../support/eventually";
import { startSandbox } from "../../../support/startSandbox";

describe("routes that a node may lack", function () {
  this.timeout(60_000);

  const asked = ({ url, like }: { url: string; like: string }) => {
    const name = `Node like ${like}`;
    return new Connection({ name, url, timeoutMs: 20_000, contracts: [], origin: "window" });
  };
  const offers = (connection: Connection) =>
    eventually(
      "what the node offers",
      () => (connection.status.state === "up" ? connection.status.capabilities.archive.offered : "unknown"),
      (offered) => offered !== "unknown",
    );

  for (const like of ["document", "1.4"]) {
    it(`are refused by a node's name and reason once it is known to lack them, on a node like ${like}`, async () => {
      const sandbox = await startSandbox({ blockMs: 0, roles: ["plain"], args: ["--like", like] });
      const connection = asked({ url: sandbox.url, like });
      try {
        // Nothing is known yet, so the node is asked and says it itself.
        checkOffered(connection, "archive", "keeps no archive");
        await connection.connect();
        await offers(connection);
        for (const [capability, what] of [
          ["archive", "keeps no archive"],
          ["prover", "makes no proofs"],
        ] as const)
          assert.throws(() => checkOffered(connection, capability, what), {
            reason: "not-offered",
            message: `Node like ${like} ${what}: not offered by this node.`,
          });
        checkOffered(connection, "graphql", "has no GraphQL");
      } finally {
        connection.dispose();
        await sandbox.stop();
      }
    });

    it(`are not refused by a node that has them, or is away, on a node like ${like}`, async () => {
      const sandbox = await startSandbox({ blockMs: 0, roles: ["archive", "prover"], args: ["--like", like] });
      const connection = asked({ url: sandbox.url, like });
      const check = () => {
        for (const each of ["archive", "prover"] as const) checkOffered(connection, each, "lacks it");
      };
      try {
        await connection.connect();
        await offers(connection);
        check();
        await sandbox.stop();
        check();
      } finally {
        connection.dispose();
        await sandbox.stop();
      }
    });
  }
});
