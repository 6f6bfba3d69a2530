import { open, rename, rm } from "node:fs/promises";
import * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import { signalOf } from "../../host/cancellation";

/** Saves a contract's driver module (§4.7) where the person says; a download that fails leaves no file behind. */
export async function downloadDriver(connection: Connection, contractId: string, name: string): Promise<void> {
  const node = await connection.node();
  const fileName = `${name.replace(/[^\w.-]+/g, "_")}.wasm`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title: `Download the Driver of ${name}`,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
    filters: { WebAssembly: ["wasm"] },
  });
  if (!file) return;
  if (file.scheme !== "file")
    throw new Error("A driver can only be saved on the machine where this window's extensions run.");
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Downloading the driver of ${name}`,
    cancellable: true,
  };
  const bytes = await vscode.window.withProgress(options, (_progress, token) =>
    intoFile(file.fsPath, (write) => node.contracts.downloadDriver(contractId, { write }, undefined, signalOf(token))),
  );
  void vscode.window.showInformationMessage(`Saved the driver of ${name} (${bytes} bytes) as ${file.fsPath}.`);
}

type Write = (bytes: Uint8Array) => Promise<void>;

async function intoFile(path: string, download: (write: Write) => Promise<{ bytes: number }>): Promise<number> {
  const unfinished = `${path}.part`;
  const handle = await open(unfinished, "w");
  try {
    const { bytes } = await download(async (piece) => void (await handle.write(piece)));
    await handle.close();
    await rename(unfinished, path);
    return bytes;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}
