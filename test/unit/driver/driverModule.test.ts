import assert from "node:assert/strict";
import { ContractClient } from "../../../src/client/routes/contractClient";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";

const contract = "ee".repeat(32);

describe("driver modules", () => {
  const noDrivers: [what: string, module: Uint8Array, missing: RegExp][] = [
    [
      "an empty module",
      Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
      /does not export memory, init, alloc, .*decode_event/,
    ],
    ["a module with only a memory", memoryOnly(), /does not export init, alloc, /],
    ["bytes that are no module", Uint8Array.of(1, 2, 3), /does not export memory, init/],
  ];
  for (const [what, module, missing] of noDrivers) {
    it(`refuses ${what} as a driver, listing what it lacks, and uploads nothing`, async () => {
      const server = await FaultServer.start((_, reply) => reply.answer(200));
      const transport = new Transport({ endpoint: server.endpoint() });
      const upload = new ContractClient(transport).uploadDriver(contract, module, "ab");
      assert.match((await nodeFailure(upload, "invalid-input")).message, missing);
      assert.equal(server.requests.length, 0);
      await transport.dispose();
      await server.stop();
    });
  }
});

function memoryOnly(): Uint8Array {
  const memorySection = [5, 3, 1, 0, 1];
  const exportSection = [7, 10, 1, 6, ...Buffer.from("memory"), 2, 0];
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...memorySection, ...exportSection);
}
