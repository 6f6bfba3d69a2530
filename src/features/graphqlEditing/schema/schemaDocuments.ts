import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { NodeError } from "../../../client/failures/nodeError";
import type { SchemaChange } from "../../../graphql/schema/schemaChanges";
import { schemaChanges } from "../../../graphql/schema/schemaChanges";
import type { SchemaElement } from "../../../graphql/schema/schemaElement";
import { SdlLocations } from "../../../graphql/schema/sdlLocations";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { showInformationMessage } from "../../../host/messages";
import { showQuickPick } from "../../../host/quickPicks";
import { showDifference } from "../../../host/views";
import { buildSchema } from "../model/buildSchema";
import { changesText } from "../model/changesText";
import type { Schemas } from "./schemas";
import { rangeInText } from "../documents/textRange";
import { Owner } from "../../../base/disposables";

/** The schemas as read-only documents: the node's own text, to read, to go to and to compare. */
export class SchemaDocuments extends Owner {
  /** Document → the name of its connection: that may be replaced by one to another address, or go. */
  private readonly shown = new Map<string, string>();
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  /** Tells that a document shows another schema than before. */
  readonly onDidChange = this.changed.event;
  private readonly locations = new WeakMap<Connection, { sdl: string; locations: SdlLocations }>();

  constructor(
    private readonly connections: Connections,
    private readonly schemas: Schemas,
    private readonly documents: ReadOnlyDocuments,
  ) {
    super();
    this.own(
      schemas.onChange((connection) => this.renew(connection)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.shown.delete(uri.toString())),
    );
  }

  /** Whether a document shows a schema, whatever became of its connection. */
  shows(uri: vscode.Uri): boolean {
    return this.shown.has(uri.toString());
  }

  /** The connection whose schema a document shows; undefined when it is gone. */
  connectionOf(uri: vscode.Uri): Connection | undefined {
    return this.connections.get(this.shown.get(uri.toString()));
  }

  /** Opens the schema in use, or the newer text that cannot be used, if a person wants to see that one. */
  async open(connection: Connection): Promise<void> {
    const { rejected, text, error } = await this.schemas.of(connection);
    if (!text) throw error ?? new NodeError("not-found", t`${connection.name} has no schema yet.`);
    if (!rejected) return void (await vscode.window.showTextDocument(this.put(connection, text.sdl)));
    const inUse = { label: t`The schema in use`, sdl: text.sdl, name: undefined };
    const newer = { label: t`The node's newer text, which cannot be used`, sdl: rejected.sdl, name: "rejected schema" };
    const choice = await showQuickPick([inUse, newer], { title: t`Schema of ${connection.name}` });
    if (!choice) return;
    const uri = choice.name ? this.documents.put(fileName(connection, choice.name), choice.sdl) : undefined;
    await vscode.window.showTextDocument(uri ?? this.put(connection, choice.sdl));
  }

  /** Where the schema document defines an element. */
  locationOf(connection: Connection, element: SchemaElement): vscode.Location | undefined {
    const sdl = this.schemas.state(connection).text?.sdl;
    if (sdl === undefined) return undefined;
    let known = this.locations.get(connection);
    if (known?.sdl !== sdl) this.locations.set(connection, (known = { sdl, locations: new SdlLocations(sdl) }));
    const range = known.locations.find(element);
    return range && new vscode.Location(this.put(connection, sdl), rangeInText(sdl, range));
  }

  /** Opens the comparison of the schema with the one before it, and says in short what it shows. */
  async compare(connection: Connection): Promise<void> {
    const { text, previous } = await this.schemas.of(connection);
    if (!text || !previous) {
      void showInformationMessage(t`The schema of ${connection.name} has not changed since it is known.`);
      return;
    }
    const before = this.documents.put(fileName(connection, "schema before"), previous.sdl);
    const after = this.put(connection, text.sdl);
    const changes = changesText(await changesOf(previous.sdl, text.sdl));
    await showDifference(before, after, t`Schema of ${connection.name}: ${changes}`);
  }

  private put(connection: Connection, sdl: string): vscode.Uri {
    const uri = this.documents.put(fileName(connection, "schema"), sdl);
    this.shown.set(uri.toString(), connection.name);
    this.changed.fire();
    return uri;
  }

  /** What is open follows the schema. */
  private renew(connection: Connection): void {
    const sdl = this.schemas.state(connection).text?.sdl;
    const isShown = [...this.shown.values()].includes(connection.name);
    if (isShown && sdl !== undefined) this.put(connection, sdl);
  }
}

function fileName({ name }: Connection, what: string): string {
  return `${name} ${what}.graphql`;
}

async function changesOf(before: string, after: string): Promise<SchemaChange[]> {
  const [old, current] = await Promise.all([buildSchema(before), buildSchema(after)]);
  return "schema" in old && "schema" in current ? schemaChanges(old.schema, current.schema) : [];
}
