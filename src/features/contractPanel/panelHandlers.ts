import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { PageRequestHandlers } from "../../bridge/pageRequestHandler";
import type { CallRequest } from "../../bridge/callRequest";
import type { PageCalls, Selection } from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { NodeError } from "../../client/failures/nodeError";
import { runCommand } from "../../host/commands";
import { showOpenDialog } from "../../host/dialogs";
import { bytesToHex } from "../../wire/hex";
import type { PanelCall } from "./panelCall";
import { limits } from "../../wire/limits";

/** What the answers need of their panel. */
export interface PanelContext {
  /** The pinned connection. Throws when it is not open in this window. */
  connection(): Connection;
  readonly call: PanelCall;
  /** The chosen function, for the title. */
  selected(selection: Selection): void;
  keepHeaders(headers: CallRequest["headers"]): void;
  /** Opens a call file in this panel. */
  openCallFile(uri: vscode.Uri): Promise<void>;
}

type PlainHandlers = Pick<
  PageRequestHandlers<PageCalls>,
  "select" | "keepHeaders" | "readFile" | "openCallFile" | "showHistory"
>;

/** The page's questions about what it shows, files and the history. */
export function panelHandlers(panelContext: PanelContext): PlainHandlers {
  return {
    select: async (selection) => {
      panelContext.selected(selection);
      return null;
    },
    keepHeaders: async ({ headers }) => {
      panelContext.keepHeaders(headers);
      return null;
    },
    readFile: async () => readFile(),
    openCallFile: async ({ uri }) => {
      await panelContext.openCallFile(vscode.Uri.parse(uri, true));
      return null;
    },
    showHistory: async () => {
      await runCommand("chainscope.callHistory");
      return null;
    },
  };
}

async function readFile(): Promise<{ hex: string; name: string } | null> {
  const uri = await showOpenDialog({ title: t`Take the Bytes of a File` });
  if (!uri) return null;
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > limits.requestBytes.call) {
    throw new NodeError(
      "too-large",
      t`The file has ${size} bytes; at most ${limits.requestBytes.call} can be sent to a node.`,
    );
  }
  const name = uri.path.split("/").at(-1) ?? uri.path;
  return { hex: bytesToHex(await vscode.workspace.fs.readFile(uri)), name };
}
