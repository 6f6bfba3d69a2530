import * as vscode from "vscode";
import type { Answers } from "../../bridge/answerer";
import type { CallRequest } from "../../bridge/callRequest";
import type { ContractView, EncodedInput, PageCalls, Selection } from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { NodeError } from "../../client/nodeError";
import { contractName } from "../../contract/knownContracts";
import { runCommand } from "../../host/commands";
import { latest } from "../../host/latest";
import { showOpenDialog } from "../../host/dialogs";
import { stringifyExactJson } from "../../wire/exactJson";
import { bytesToHex, hexToBytes } from "../../wire/hex";
import type { CallDesk } from "./callDesk";
import { encodeChecked } from "./encodeChecked";
import type { PanelCall } from "./panelCall";
import { limits } from "../../wire/limits";

/** What the answers need of their panel. */
export interface PanelScene {
  /** The pinned connection. Throws when it is not open in this window. */
  connection(): Connection;
  readonly call: PanelCall;
  /** The chosen function, for the title. */
  selected(selection: Selection): void;
  keepHeaders(headers: CallRequest["headers"]): void;
  /** Opens a call file in this panel. */
  openCallFile(uri: vscode.Uri): Promise<void>;
}

type PlainAnswers = Pick<
  Answers<PageCalls>,
  | "openContract"
  | "select"
  | "encodeInput"
  | "decodeInput"
  | "keepHeaders"
  | "readFile"
  | "openCallFile"
  | "showHistory"
>;

/** The page's questions about contracts, inputs and files. */
export function panelAnswers(desk: CallDesk, scene: PanelScene): PlainAnswers {
  const encode = latest((signal, { contractId, fn, json }: Selection & { json: string }) =>
    encodeInput(scene.connection(), contractId, fn, json, signal),
  );
  return {
    openContract: ({ contractId, fresh }) => contractView(desk, scene.connection(), contractId, fresh),
    select: async (selection) => {
      scene.selected(selection);
      return null;
    },
    encodeInput: async (ask) => (await encode(ask)) ?? { problem: "A newer input took its place." },
    decodeInput: ({ contractId, fn, hex }) => decodeInput(desk, scene.connection(), contractId, fn, hex),
    keepHeaders: async ({ headers }) => {
      scene.keepHeaders(headers);
      return null;
    },
    readFile: async () => readFile(),
    openCallFile: async ({ uri }) => {
      await scene.openCallFile(vscode.Uri.parse(uri, true));
      return null;
    },
    showHistory: async () => {
      await runCommand("chainscope.callHistory");
      return null;
    },
  };
}

async function contractView(
  desk: CallDesk,
  connection: Connection,
  contractId: string,
  fresh: boolean,
): Promise<ContractView> {
  const { schema, driver, notes } = await desk.schemas.describe(connection, contractId, fresh);
  const learned = desk.learned.of(contractId);
  return {
    id: contractId,
    name: contractName(contractId, connection.config.contracts),
    schema,
    learned,
    driver,
    notes,
  };
}

async function encodeInput(
  connection: Connection,
  contractId: string,
  fn: string,
  json: string,
  signal: AbortSignal,
): Promise<EncodedInput> {
  const { drivers } = await connection.node();
  return encodeChecked(drivers, contractId, fn, json, signal);
}

async function decodeInput(desk: CallDesk, connection: Connection, contractId: string, fn: string, hex: string) {
  const { drivers } = await connection.node();
  const { value } = await drivers.decodeInput(contractId, fn, hexToBytes(hex));
  const { schema } = await desk.schemas.describe(connection, contractId);
  const type = schema.functions.find(({ name }) => name === fn)?.input ?? "";
  desk.learned.learn(contractId, schema, [[type, value]]).catch(desk.report);
  return { json: stringifyExactJson(value), learned: desk.learned.of(contractId) };
}

async function readFile(): Promise<{ hex: string; name: string } | null> {
  const uri = await showOpenDialog({ title: "Take the Bytes of a File" });
  if (!uri) return null;
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > limits.requestBytes.call) {
    throw new NodeError(
      "too-large",
      `The file has ${size} bytes; at most ${limits.requestBytes.call} can be sent to a node.`,
    );
  }
  const name = uri.path.split("/").at(-1) ?? uri.path;
  return { hex: bytesToHex(await vscode.workspace.fs.readFile(uri)), name };
}
