import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { ConnectionConfig } from "../../../client/connectionConfig";
import { saveFile } from "../../../host/saveFile";
import { withoutEnd } from "../../../wire/withoutEnd";

/** A schema's text as a node gave it, and when, in milliseconds since the epoch. */
export interface SchemaText {
  sdl: string;
  readAt: number;
}

export interface StoredSchema extends SchemaText {
  /** The text before this one. */
  previous?: SchemaText;
}

/**
 * The last schema of each node on disk, for work without the node. Kept by address, so that the name of a connection
 * does not matter; a node of this window only, whose address never comes back, is not kept.
 */
export class SchemaCache {
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: vscode.Uri,
    private readonly log: (line: string) => void,
  ) {}

  async read(config: ConnectionConfig): Promise<StoredSchema | undefined> {
    if (config.origin === "window") return undefined;
    try {
      const bytes = await vscode.workspace.fs.readFile(this.fileOf(config));
      return storedSchema(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return undefined; // never kept, or not whole: the node is asked anyway
    }
  }

  /** Writes after what is being written; a failure is noted and harms nothing. */
  write(config: ConnectionConfig, stored: StoredSchema): Promise<void> {
    if (config.origin === "window") return Promise.resolve();
    this.writing = this.writing.then(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        const file = this.fileOf(config);
        await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
        // Whole at once: another window may be reading.
        await saveFile(file, JSON.stringify(stored));
      } catch (error) {
        this.log(`The schema of ${config.name} could not be kept: ${String(error)}`);
      }
    });
    return this.writing;
  }

  private fileOf({ url, prefix = "" }: ConnectionConfig): vscode.Uri {
    const address = withoutEnd(url.trim(), "/");
    const name = createHash("sha256").update(`${prefix} ${address}`).digest("hex").slice(0, 32);
    return vscode.Uri.joinPath(this.folder, "schemas", `${name}.json`);
  }
}

function storedSchema(value: unknown): StoredSchema | undefined {
  if (!isSchemaText(value)) return undefined;
  const { sdl, readAt } = value;
  const { previous } = value as { previous?: unknown };
  return { sdl, readAt, ...(isSchemaText(previous) && { previous: { sdl: previous.sdl, readAt: previous.readAt } }) };
}

function isSchemaText(value: unknown): value is SchemaText {
  const { sdl, readAt } = (value ?? {}) as Partial<SchemaText>;
  return typeof sdl === "string" && typeof readAt === "number";
}
