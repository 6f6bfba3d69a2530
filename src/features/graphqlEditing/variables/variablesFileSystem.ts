import * as vscode from "vscode";
import { limits } from "../../../wire/limits";

/** Scheme of variables that are remembered by the extension instead of standing in a file of the workspace. */
export const variablesScheme = "chainscope-variables";

/** The JSON schema of all variables files; package.json names it. */
const variablesSchemaUri = vscode.Uri.from({
  scheme: variablesScheme,
  authority: "schema",
  path: "/variables.json",
});

/** What is remembered of one document's variables, the latest last. */
type Remembered = [path: string, text: string][];

const memoryKey = "graphql.variables";

/**
 * Remembered variables as files that an editor can open and save, and their JSON schema as one that it can only read.
 * The text of the schema is asked for when it is read.
 */
export class VariablesFileSystem implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly times = new Map<string, number>();
  readonly onDidChangeFile = this.changed.event;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly schemaText: () => Promise<string>,
  ) {}

  /** The text remembered under a path, if any. */
  text(uri: vscode.Uri): string | undefined {
    return this.remembered().find(([path]) => path === uri.path)?.[1];
  }

  /** Says that the JSON schema reads differently now. */
  schemaChanged(): void {
    this.fire(variablesSchemaUri, vscode.FileChangeType.Changed);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const isFile = uri.path.endsWith(".json");
    if (isFile && !isSchema(uri) && this.text(uri) === undefined) throw notFound(uri);
    const mtime = this.times.get(uri.toString()) ?? 1;
    const type = isFile ? vscode.FileType.File : vscode.FileType.Directory;
    return { type, ctime: 1, mtime, size: this.text(uri)?.length ?? 0 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const text = isSchema(uri) ? await this.schemaText() : this.text(uri);
    if (text === undefined) throw notFound(uri);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (isSchema(uri)) throw vscode.FileSystemError.NoPermissions(uri);
    const others = this.remembered().filter(([path]) => path !== uri.path);
    const all: Remembered = [...others, [uri.path, new TextDecoder().decode(content)]];
    await this.memory.update(memoryKey, all.slice(-limits.rememberedVariables));
    this.fire(uri, vscode.FileChangeType.Changed);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await this.memory.update(
      memoryKey,
      this.remembered().filter(([path]) => path !== uri.path),
    );
    this.fire(uri, vscode.FileChangeType.Deleted);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private remembered(): Remembered {
    return this.memory.get<Remembered>(memoryKey, []);
  }

  private fire(uri: vscode.Uri, type: vscode.FileChangeType): void {
    const key = uri.toString();
    this.times.set(key, (this.times.get(key) ?? 1) + 1);
    this.changed.fire([{ type, uri }]);
  }
}

function isSchema({ authority }: vscode.Uri): boolean {
  return authority === variablesSchemaUri.authority;
}

function notFound(uri: vscode.Uri): vscode.FileSystemError {
  return vscode.FileSystemError.FileNotFound(uri);
}
