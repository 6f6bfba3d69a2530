import { t } from "../../base/translate";
import type { PageRequestHandlers } from "../../bridge/pageRequestHandler";
import type { ContractView, InputExample, PageCalls, Selection } from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { contractName } from "../../contract/schema/knownContracts";
import { latest } from "../../base/turns";
import { stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { hexToBytes } from "../../wire/hex";
import type { CallContext } from "./callContext";
import { encodeChecked } from "./model/encodeChecked";

type InputHandlers = Pick<
  PageRequestHandlers<PageCalls>,
  "openContract" | "encodeInput" | "decodeInput" | "exampleInput"
>;

/** The page's questions about a contract and the inputs of its functions. */
export function inputHandlers(context: InputContext, connectionOf: () => Connection): InputHandlers {
  const encode = latest(async (signal, { contractId, fn, json }: Selection & { json: string }) => {
    const { drivers } = await connectionOf().node();
    return encodeChecked(drivers, contractId, fn, json, signal);
  });
  const example = latest(async (signal, selection: Selection | null) =>
    selection ? findExample(context, connectionOf(), selection, signal) : undefined,
  );
  return {
    openContract: ({ contractId, fresh }) => contractView(context, connectionOf(), contractId, fresh),
    encodeInput: async (ask) => (await encode(ask)) ?? { problem: t`A newer input took its place.`, byDriver: false },
    decodeInput: ({ contractId, fn, hex }) => decodeInput(context, connectionOf(), contractId, fn, hex),
    exampleInput: async (selection) => (await example(selection)) ?? { json: null, from: "zeros", learned: {} },
  };
}

type InputContext = Pick<CallContext, "schemas" | "learned" | "examples" | "report">;

async function contractView(
  { schemas, learned }: InputContext,
  connection: Connection,
  contractId: string,
  fresh: boolean,
): Promise<ContractView> {
  const { schema, driver, notes } = await schemas.describe(connection, contractId, fresh);
  const name = contractName(contractId, connection.config.contracts);
  return { id: contractId, name, schema, learned: learned.of(contractId), driver, notes };
}

async function decodeInput(context: InputContext, connection: Connection, contractId: string, fn: string, hex: string) {
  const { drivers } = await connection.node();
  const { value } = await drivers.decodeInput(contractId, fn, hexToBytes(hex));
  await learn(context, connection, contractId, fn, value);
  return { json: stringifyExactJson(value), learned: context.learned.of(contractId) };
}

async function findExample(
  context: InputContext,
  connection: Connection,
  { contractId, fn }: Selection,
  signal: AbortSignal,
): Promise<InputExample | undefined> {
  const found = await context.examples.of(connection, contractId, fn, signal);
  if (!found) return undefined;
  const { json, from, value } = found;
  // What a driver makes of zero bytes shows no more than one way of many, and is no value that anyone sent.
  if (from === "transaction") await learn(context, connection, contractId, fn, value);
  return { json, from, learned: context.learned.of(contractId) };
}

/** What is learned is kept soon, and known at once. */
async function learn(
  { schemas, learned, report }: InputContext,
  connection: Connection,
  contractId: string,
  fn: string,
  value: Json,
): Promise<void> {
  const { schema } = await schemas.describe(connection, contractId);
  const type = schema.functions.find(({ name }) => name === fn)?.input ?? "";
  learned.learn(contractId, schema, [[type, value]]).catch(report);
}
