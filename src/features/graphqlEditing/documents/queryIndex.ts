import * as vscode from "vscode";
import type { GraphqlDocument, OtherDocument } from "../../../graphql/text/document";
import { readDocument, readTemplates } from "../../../graphql/text/document";
import { nearestFirst } from "../../../graphql/text/fileNearness";
import { Debouncer } from "../../../base/debouncer";
import { readText } from "../../../host/readText";
import type { Programs } from "./programs";
import { isProgram, isQueryDocument } from "./queryDocument";
import { limits } from "../../../wire/limits";
import { Owner } from "../../../base/disposables";

const pattern = "**/*.{gql,graphql}";
/** Milliseconds without news of folders before they are looked through again. */
const pauseMs = 300;

/**
 * Every GraphQL document of the workspace: open ones as they stand in the editor, the others as they were saved.
 * Fragments count within a workspace folder; a document outside of all folders sees those of every folder.
 */
export class QueryIndex extends Owner {
  /** Resolves when the workspace's files have been read. */
  readonly ready: Promise<void>;
  private readonly saved = new Map<string, { mtime: number; document: GraphqlDocument }>();
  private readonly open = new Map<string, { version: number; document: GraphqlDocument }>();
  private readonly others = new Map<string, { found: readonly OtherDocument[]; near: readonly OtherDocument[] }>();
  /** Document → its workspace folder, empty outside of all: asked for with every key that is typed. */
  private readonly folders = new Map<string, string>();
  private readonly debouncer = this.own(new Debouncer(pauseMs));
  private readonly changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  /** Tells which document became another, was saved, or is gone. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly programs: Programs,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    // A folder that comes or goes as a whole may be all there is to hear of the files in it.
    const folders = vscode.workspace.createFileSystemWatcher("**", false, true, false);
    this.own(
      watcher,
      folders,
      folders.onDidCreate((uri) => isFolderLike(uri) && this.debouncer.run("", () => void this.readAll())),
      folders.onDidDelete((uri) => isFolderLike(uri) && this.forgetFolder(uri)),
      watcher.onDidCreate((uri) => this.readFile(uri)),
      watcher.onDidChange((uri) => this.readFile(uri)),
      watcher.onDidDelete((uri) => this.forget(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.edited(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.closed(uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => {
        this.folders.clear();
        for (const folder of added) void this.readAll(folder);
      }),
    );
    this.ready = this.readAll();
  }

  /** Whether a document is GraphQL that a person writes, or a program with some in it. */
  holdsQueries(document: vscode.TextDocument): boolean {
    if (!isProgram(document)) return isQueryDocument(document);
    return this.programs.mayHold(document) && this.read(document).templates!.length > 0;
  }

  /** The document as it stands in the editor: of a program all its templates. */
  read(document: vscode.TextDocument): GraphqlDocument {
    const key = document.uri.toString();
    const known = document.isClosed ? undefined : this.open.get(key);
    if (known?.version === document.version) return known.document;
    const before = known?.document ?? this.saved.get(key)?.document;
    const read = isProgram(document)
      ? readTemplates(document.getText(), before)
      : readDocument(document.getText(), before);
    if (read.templates?.length === 0) this.programs.holdsNone(document);
    // The next untitled document has the same name, and begins with the same version.
    if (!document.isClosed) this.open.set(key, { version: document.version, document: read });
    return read;
  }

  /** The other documents whose fragments count in this one, nearest first: the same list while none of them changes. */
  othersOf(uri: vscode.Uri): readonly OtherDocument[] {
    const key = uri.toString();
    const folder = this.folderOf(key);
    const found: OtherDocument[] = [];
    for (const [file, document] of this.all()) {
      if (file !== key && (folder === "" || this.folderOf(file) === folder)) found.push({ file, document });
    }
    const before = this.others.get(key);
    const same = before?.found.length === found.length && before.found.every((each, at) => isSame(each, found[at]));
    if (same) return before.near;
    const near = nearestFirst(found, key);
    this.others.set(key, { found, near });
    return near;
  }

  private *all(): Generator<[file: string, document: GraphqlDocument]> {
    const open = new Set<string>();
    for (const document of vscode.workspace.textDocuments) {
      if (!isQueryDocument(document)) continue;
      const file = document.uri.toString();
      open.add(file);
      yield [file, this.read(document)];
    }
    for (const [file, { document }] of this.saved) if (!open.has(file)) yield [file, document];
  }

  /** Never rejects: a search that fails is told, and leaves what is known. */
  private async readAll(folder?: vscode.WorkspaceFolder): Promise<void> {
    const include = folder ? new vscode.RelativePattern(folder, pattern) : pattern;
    const search = vscode.workspace.findFiles(include, "**/node_modules/**", limits.workspace.queryFiles);
    const files = await Promise.resolve(search).catch((error: unknown) => (this.failed(error), []));
    for (const uri of files) await this.readFile(uri, false);
    const [first] = files;
    if (first) this.changed.fire(first);
  }

  private async readFile(uri: vscode.Uri, notify = true): Promise<void> {
    const key = uri.toString();
    try {
      if (uri.path.includes("/node_modules/")) return this.forget(uri);
      const { mtime } = await vscode.workspace.fs.stat(uri);
      const known = this.saved.get(key);
      if (!notify && known?.mtime === mtime) return;
      const text = await readText(uri, limits.workspace.queryFileBytes);
      this.saved.set(key, { mtime, document: readDocument(text, known?.document) });
    } catch {
      return this.forget(uri); // gone meanwhile, no file, or too long for a query: it has no fragments to offer
    }
    if (notify) this.changed.fire(uri);
  }

  private folderOf(file: string): string {
    const known = this.folders.get(file);
    if (known !== undefined) return known;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(file))?.uri.toString() ?? "";
    this.folders.set(file, folder);
    return folder;
  }

  private edited(document: vscode.TextDocument): void {
    if (isQueryDocument(document) || this.programs.mayHold(document)) this.changed.fire(document.uri);
  }

  private closed(uri: vscode.Uri): void {
    const key = uri.toString();
    this.others.delete(key);
    if (this.open.delete(key)) this.changed.fire(uri);
  }

  private forgetFolder(folder: vscode.Uri): void {
    const prefix = `${folder.toString()}/`;
    for (const file of [...this.saved.keys()]) if (file.startsWith(prefix)) this.forget(vscode.Uri.parse(file));
  }

  private forget(uri: vscode.Uri): void {
    if (this.saved.delete(uri.toString())) this.changed.fire(uri);
  }
}

function isFolderLike({ path }: vscode.Uri): boolean {
  return !/\.\w+$/.test(path);
}

function isSame(one: OtherDocument, other: OtherDocument | undefined): boolean {
  return one.file === other?.file && one.document === other.document;
}
