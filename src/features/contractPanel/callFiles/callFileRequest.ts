import { t } from "../../../base/translate";
import type { CallOutcome } from "../../../bridge/callOutcome";
import type { CallRequest } from "../../../bridge/callRequest";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { noSuchConnection } from "../../../client/noConnection";
import { chainIdOf } from "../../../client/connectionStatus";
import { NodeError } from "../../../client/failures/nodeError";
import type { CallFile } from "../../../contract/callFile";
import { contractIdOf } from "../../../contract/schema/contractId";
import { schemaType } from "../../../contract/schema/driverSchema";
import { inputFromJson, inputToJson } from "../../../contract/input/inputJson";
import { type JsonDifference, jsonDifferences } from "../../../contract/jsonDifference";
import { placeText } from "../../../contract/jsonPath";
import { knownContracts } from "../../../contract/schema/knownContracts";
import { parseExactJson } from "../../../wire/json/exactJson";
import { hexToBytes, bytesToHex } from "../../../wire/hex";
import { jsonDocument, jsonLine } from "../../../wire/json/jsonDocument";
import { described, environmentOf, type CallFileContext } from "./callFileEnvironment";
import { requireWhole } from "../model/wholeOutcome";
import { meantConnection } from "../../../client/meantConnection";

/** The connection that a call file means. Rejects with a NodeError that says which one is missing or which is the wrong one. */
export async function connectionOf(file: CallFile, connections: Connections): Promise<Connection> {
  const named = file.connection === undefined ? undefined : connections.get(file.connection);
  if (file.connection !== undefined && !named) {
    throw noSuchConnection(file.connection, t`Add it, or name another one in the call file.`);
  }
  if (file.network === undefined) return named ?? meantConnection(connections, {});
  const candidates = named ? [named] : [...(connections.active ? [connections.active] : []), ...connections.all];
  for (const connection of candidates) if ((await chainOf(connection)) === file.network) return connection;
  const which = named ? t`“${named.name}” is not` : t`No connection is`;
  throw new NodeError(
    "invalid-input",
    t`${which} on the network with chain id ${file.network} that the call file is meant for.`,
  );
}

/** What a call file sends. Throws a NodeError for a name that no contract of the connection has. */
export function requestOf(file: CallFile, connection: Connection): CallRequest {
  const { input, sendAs, stream } = file;
  return {
    contractId: contractOf(file.contract, connection),
    fn: file.function,
    input: "hex" in input ? { hex: input.hex } : { json: jsonLine(input.json) },
    sendAs,
    stream,
    headers: [],
  };
}

/**
 * What a call file sends, with its input checked and spelled as the panel and the palette do. Rejects with a NodeError for
 * a name that no contract of the connection has, and for an input that does not fit. What no schema tells of the function
 * is sent as it is written: the driver has the last word.
 */
export async function checkedRequest(
  context: CallFileContext,
  file: CallFile,
  connection: Connection,
): Promise<CallRequest> {
  const request = requestOf(file, connection);
  const { contractId, fn, input } = request;
  if ("hex" in input || !("json" in file.input)) return request;
  const { schema, known } = environmentOf(
    context,
    { connection, contractId },
    await described(context, { connection, contractId }),
  );
  const type = schema?.functions.find(({ name }) => name === fn)?.input;
  if (!schema || !type) return request;
  const rustType = schemaType(schema, type);
  const { value, problems } = inputFromJson(rustType, file.input.json, known);
  const [first] = problems;
  if (first) {
    const place = first.path.length > 0 ? `${placeText(first.path)}: ` : "";
    throw new NodeError("invalid-input", `${fn}: ${place}${first.message}`);
  }
  return value === undefined ? request : { ...request, input: { json: inputToJson(rustType, value, known) } };
}

/** The output as text to compare, and how it differs from what a call file expects. */
export interface Comparison {
  expected: string;
  actual: string;
  differences: JsonDifference[];
}

/**
 * Compares an output with what a call file expects, exactly: a number is not the text of its digits. Throws a NodeError
 * for an output of which a part is missing.
 */
export function compareOutput(expected: NonNullable<CallFile["expected"]>, outcome: CallOutcome): Comparison {
  const wanted = "hex" in expected ? JSON.stringify(bytesToHex(hexToBytes(expected.hex))) : expected.json;
  const actual = outputText(requireWhole(outcome, "compared"), "hex" in expected);
  const before = parseExactJson(wanted);
  return {
    expected: jsonDocument(wanted),
    actual: actual === undefined ? "" : jsonDocument(actual),
    differences:
      actual === undefined ? [{ path: [], before, after: undefined }] : jsonDifferences(before, parseExactJson(actual)),
  };
}

/** The output as JSON text; bytes are text of their hex digits. */
function outputText(outcome: CallOutcome, asHex: boolean): string | undefined {
  switch (outcome.kind) {
    case "json":
      return asHex ? JSON.stringify(outcome.hex) : outcome.text;
    case "bytes":
      return JSON.stringify(outcome.hex);
    case "stream":
      if (outcome.ended !== "complete") return undefined;
      return outcome.decoded ? `[${outcome.items.join(",")}]` : JSON.stringify(outcome.items.join(""));
    case "failed":
      return undefined;
  }
}

function contractOf(name: string, connection: Connection): string {
  const id = contractIdOf(name);
  if (id !== undefined) return id;
  const named = knownContracts(connection.config.contracts).find((contract) => contract.name === name);
  if (named) return named.id;
  throw new NodeError(
    "invalid-input",
    t`“${name}” is neither a contract id nor the name of a contract on “${connection.name}”.`,
    {
      remedy: t`Give the contract a name in the connection's settings, or write its id.`,
    },
  );
}

async function chainOf(connection: Connection): Promise<string | undefined> {
  const status = connection.status.state === "up" ? connection.status : await connection.connect();
  return status.state === "up" ? chainIdOf(status) : undefined;
}
