import { contractIds } from "./contractIds";
import { SampleContract } from "./contract";

/** A contract without a driver: bytes in, bytes out. The data of its event is valid JSON text by accident. */
export function vault(): SampleContract {
  return SampleContract.of<null>({
    id: contractIds.vault,
    title: "Vault",
    driver: "none",
    version: "0.0.1",
    createdAt: null,
    types: {},
    functions: [
      { name: "sealed", input: "()", output: "[u8; 4]", run: () => "deadbeef" },
      { name: "echo", input: "[u8; 8]", output: "[u8; 8]", run: (_state, bytes) => bytes },
      {
        name: "put",
        input: "()",
        output: "()",
        takesDeposit: true,
        run: (_state, _input, call) => {
          call.emit("deposit", Buffer.from("12345678").readBigUInt64LE());
          return null;
        },
      },
    ],
    events: [{ topic: "deposit", data: "u64" }],
    initialState: () => null,
  });
}
