import { inSlices } from "../../../base/inSlices";
import { calledFunctions } from "../../../client/calledFunctions";
import { failureLine } from "../../../client/failures/failureWords";
import { NodeError } from "../../../client/failures/nodeError";
import type { NodeConnection } from "../../../client/nodeConnection";
import type { ContractInput } from "../../../client/routes/contractClient";
import {
  cataloguedContract,
  namedContract,
  schemaContract,
  type DescribedContract,
} from "../../../contract/schema/describedContract";
import { contractName } from "../../../contract/schema/knownContracts";
import { signature } from "../../../contract/schema/signature";
import { bytesToHex } from "../../../wire/hex";
import { jsonDocumentSteps, jsonLine } from "../../../wire/json/jsonDocument";
import { limits } from "../../../wire/limits";
import { readPastedBytes } from "../../../wire/pastedBytes";
import type { ToolNeeds } from "./tool";
import { placeOf, type ToolResult } from "./toolResult";
import { refused, type ToolInput } from "./toolInput";

/** A contract's functions and events, as its driver's schema has them, or what is known without one. */
export async function describeContract(
  input: ToolInput,
  { connections }: ToolNeeds,
  signal: AbortSignal,
): Promise<ToolResult> {
  const connection = input.connection(connections);
  const id = input.contract(connection);
  const { schema, notes } = await describe(await connection.node(), id, signal);
  const documented = (line: string, doc = "") => (doc === "" ? line : `${line}\n    ${doc.replace(/\s+/g, " ")}`);
  return {
    said: ["What is known of the contract:"],
    title: placeOf(connection, `${contractName(id, connection.config.contracts)}, contract ${id},`),
    data: [
      ...notes,
      ...schema.functions.map((fn) => documented(`function ${signature(fn, schema)}`, fn.doc)),
      ...schema.events.map(({ topic, data, doc }) => documented(`event ${topic}: ${data || "?"}`, doc)),
    ],
    thing: "part",
  };
}

async function describe(node: NodeConnection, id: string, signal: AbortSignal): Promise<DescribedContract> {
  const known = cataloguedContract(id);
  if (known) return known;
  try {
    const found = schemaContract(id, await node.schemas.of(id));
    if (found) return found;
  } catch (error) {
    const { reason } = NodeError.from(error);
    if (reason !== "not-found" && reason !== "closed-without-answer") throw error;
    const named = namedContract(await used(node, id, signal));
    return { ...named, notes: [...named.notes, failureLine(error)] };
  }
  return namedContract(await used(node, id, signal));
}

async function used(node: NodeConnection, id: string, signal: AbortSignal) {
  return { functions: await calledFunctions(node.graphql, id, signal), events: [] };
}

/** Calls a function (§4.6), which reads and changes nothing. Of one that streams, outputs are taken while they fit. */
export async function callFunction(
  input: ToolInput,
  { connections }: ToolNeeds,
  signal: AbortSignal,
): Promise<ToolResult> {
  const connection = input.connection(connections);
  const id = input.contract(connection);
  const fn = input.needed("function");
  const given = inputOf(input);
  const node = await connection.node();
  const title = placeOf(connection, `${contractName(id, connection.config.contracts)}.${fn}`);
  try {
    const output = await node.contracts.call(id, fn, given, signal);
    if (output.kind === "json")
      return { said: ["The function gave, integers to the last digit:"], title, data: [await document(output.text)] };
    return {
      said: [`The function gave bytes that nothing decodes, ${output.bytes.length}:`],
      title,
      data: [bytesToHex(output.bytes)],
    };
  } catch (error) {
    if (!(error instanceof NodeError) || error.reason !== "missing-feed") throw error;
    return streamed(title, node.contracts.feed(id, fn, given, signal, true));
  }
}

async function streamed(title: string, feed: ReturnType<NodeConnection["contracts"]["feed"]>): Promise<ToolResult> {
  const outputs: string[] = [];
  let characters = 0;
  for await (const chunk of feed) {
    outputs.push(chunk.kind === "json" ? jsonLine(chunk.text) : bytesToHex(chunk.bytes));
    characters += outputs.at(-1)!.length;
    if (characters > limits.agents.answerBytes)
      return {
        said: ["The function gives outputs one by one. It was stopped when no more fit:"],
        title,
        data: outputs,
        thing,
      };
  }
  return { said: [`The function gave its outputs one by one, ${outputs.length}:`], title, data: outputs, thing };
}

const thing = "output";

function inputOf(input: ToolInput): ContractInput {
  const bytes = input.text("inputBytes");
  return bytes === undefined ? { json: input.text("input") ?? "null" } : { bytes: bytesOf(bytes) };
}

function bytesOf(text: string): Uint8Array {
  const read = readPastedBytes(text);
  if ("problem" in read) throw refused(read.problem);
  return read.bytes;
}

/** Bytes of a contract as JSON, by its driver (§4.8). */
export async function decodeData(
  input: ToolInput,
  { connections }: ToolNeeds,
  signal: AbortSignal,
): Promise<ToolResult> {
  const connection = input.connection(connections);
  const id = input.contract(connection);
  const kind = input.word("kind", ["input", "output", "event"]);
  const name = input.needed("name");
  const bytes = bytesOf(input.needed("bytes"));
  const { drivers } = await connection.node();
  const decode = {
    input: () => drivers.decodeInput(id, name, bytes, signal),
    output: () => drivers.decodeOutput(id, name, bytes, signal),
    event: () => drivers.decodeEvent(id, name, bytes),
  }[kind];
  const { text } = await decode();
  const title = placeOf(connection, `${contractName(id, connection.config.contracts)}.${name}, ${kind},`);
  return { said: ["The bytes are, integers to the last digit:"], title, data: [await document(text)] };
}

/** Indented where that is not much longer. */
function document(text: string): Promise<string> | string {
  return text.length > limits.agents.answerBytes ? text : inSlices(jsonDocumentSteps(text));
}
