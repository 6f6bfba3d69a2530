import * as vscode from "vscode";

/** A file system of a window that is on no disk, as those of virtual workspaces are. Files lie side by side. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  /** Refuses to be written to. */
  isFull = false;
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly registration: vscode.Disposable;

  constructor(readonly scheme: string) {
    this.registration = vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true });
  }

  /** The address of a file, as a command takes it. */
  named(name: string): string {
    return `${this.scheme}:/${name}`;
  }

  textOf(name: string): string | undefined {
    const bytes = this.files.get(`/${name}`);
    return bytes && new TextDecoder().decode(bytes);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    if (path === "/") return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(vscode.Uri.file(path)).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.files.get(uri.path);
    if (!bytes) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    if (this.isFull) throw vscode.FileSystemError.Unavailable("there is no room");
    this.files.set(path, content.slice());
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.files.set(to.path, this.readFile(from));
    this.files.delete(from.path);
  }

  delete({ path }: vscode.Uri): void {
    this.files.delete(path);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.files.keys()].map((path) => [path.slice(1), vscode.FileType.File]);
  }

  createDirectory(): void {}

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
