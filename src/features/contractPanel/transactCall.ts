import type { CallRequest } from "../../bridge/callRequest";
import type { Connection } from "../../client/connection";
import { runCommand } from "../../host/commands";
import { bytesToHex } from "../../wire/hex";
import { callInput } from "./model/runCall";

/** Has a call made into a transaction, which the person's signer signs: with the bytes that the driver makes of its input. */
export async function transactCall(connection: Connection, request: CallRequest): Promise<void> {
  const { contractId, fn, input } = request;
  const sent = await callInput(await connection.node(), { ...request, sendAs: "bytes" });
  await runCommand("chainscope.transact", {
    ...{ connection, contractId, functionName: fn },
    input: "bytes" in sent ? bytesToHex(sent.bytes) : "",
    ...("json" in input && { inputJson: input.json }),
  });
}
