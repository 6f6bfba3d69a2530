import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { CallFileEntry, OpenCall } from "../../../bridge/contractPage";
import type { Connection } from "../../../client/connection";
import { NodeError } from "../../../client/failures/nodeError";
import { type CallFile, readCallFile } from "../../../contract/callFile";
import { Owner } from "../../../base/disposables";
import { editedText } from "../../../host/readText";
import { callFileEnding } from "./saveCallFile";
import { requestOf } from "./callFileRequest";
import { limits } from "../../../wire/limits";

const pattern = `**/*${callFileEnding}`;

/** The call files of the workspace. */
export class CallFiles extends Owner {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onChange = this.changed.event;
  private found: vscode.Uri[] | undefined;
  private watching = false;

  constructor(private readonly failed: (error: unknown) => void) {
    super();
  }

  /** What is known right now; the first look starts a search, and `onChange` tells of its end. */
  get listed(): CallFileEntry[] {
    if (!this.found) this.look();
    return (this.found ?? []).map((uri) => ({ uri: uri.toString(), label: vscode.workspace.asRelativePath(uri) }));
  }

  /** Looks for them; `onChange` tells when that is done. */
  look(): void {
    this.search().catch(this.failed);
  }

  async search(): Promise<readonly vscode.Uri[]> {
    this.watch();
    const uris = await vscode.workspace.findFiles(pattern, "**/node_modules/**", limits.workspace.callFiles);
    this.found = uris.sort((one, other) => (one.path < other.path ? -1 : 1));
    this.changed.fire();
    return this.found;
  }

  /** Reads a call file, with changes that are not saved yet. Rejects with a NodeError that names the first problem. */
  async read(uri: vscode.Uri): Promise<CallFile> {
    const { file, problems } = readCallFile(await editedText(uri));
    if (file) return file;
    const name = uri.path.split("/").at(-1);
    throw new NodeError("invalid-input", `${name}: ${problems[0]?.message ?? t`This is not a call file.`}`);
  }

  /** A call file as a panel shows it. */
  async openCall(uri: vscode.Uri, connection: Connection): Promise<OpenCall> {
    const { contractId, fn, input } = requestOf(await this.read(uri), connection);
    return { contractId, fn, ...input };
  }

  private watch(): void {
    if (this.watching) return;
    this.watching = true;
    const watcher = this.own(vscode.workspace.createFileSystemWatcher(pattern));
    this.own(watcher.onDidCreate(() => this.look()));
    this.own(watcher.onDidDelete(() => this.look()));
  }
}
