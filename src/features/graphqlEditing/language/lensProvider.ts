import * as vscode from "vscode";
import type { Definition } from "../../../graphql/document";
import { isOffered, operationsOf } from "../../../graphql/operations";
import { codeLens } from "../../../host/codeLens";
import { onSettingChange, readSetting, type Settings } from "../../../host/settings";
import { words, type Said } from "../../../host/words";
import type { DocumentPins } from "../documents/documentPins";
import type { LiveQueries } from "../run/liveQueries";
import type { OperationPlace } from "../run/operationPlace";
import { isQueryDocument } from "../documents/queryDocument";
import type { QueryIndex } from "../documents/queryIndex";
import type { Schemas } from "../schema/schemas";
import type { StandDown } from "../documents/standDown";
import { rangeOf } from "../documents/textPlace";

interface LensSources {
  readonly index: QueryIndex;
  readonly pins: DocumentPins;
  readonly schemas: Schemas;
  readonly live: LiveQueries;
  readonly standDown: StandDown;
  /** Tells that a lens may read differently. */
  readonly onChange: vscode.Event<void>;
}

const lensSettings = [
  "graphql.lens.enabled",
  "graphql.lens.run",
  "graphql.lens.variables",
  "graphql.lens.live",
] as const;

/** Above each operation: run it, edit its variables, keep it running. */
export class LensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly owned: vscode.Disposable[];
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly sources: LensSources) {
    const change = () => this.changed.fire();
    this.owned = [
      this.changed,
      onSettingChange(lensSettings, change),
      sources.standDown.onDidChange(change),
      sources.onChange(change),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!readSetting("graphql.lens.enabled") || !isQueryDocument(document)) return [];
    if (await this.sources.standDown.leaves(document.uri)) return [];
    const operations = operationsOf(this.sources.index.read(document));
    return operations.flatMap((operation) =>
      this.canRun(document, operation) ? this.lenses(document, operation) : [],
    );
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  private lenses(document: vscode.TextDocument, operation: Definition): vscode.CodeLens[] {
    const place: OperationPlace = { uri: document.uri, at: operation.start };
    const range = rangeOf(document, { start: operation.start, end: operation.start });
    const lens = (setting: keyof Settings, title: Said, command: string) =>
      readSetting(setting) ? [codeLens(range, { title, command, arguments: [place] })] : [];
    const isLive = this.sources.live.runs(document.uri, operation);
    return [
      ...lens("graphql.lens.run", words`$(play) Run${this.where(document)}`, "chainscope.runOperation"),
      ...lens("graphql.lens.variables", "Variables", "chainscope.editVariables"),
      ...(isLive
        ? lens("graphql.lens.live", words`$(debug-stop) Stop Live`, "chainscope.stopLive")
        : lens("graphql.lens.live", "Live", "chainscope.runLive")),
    ];
  }

  /** Unless the node's schema has nothing of the operation's kind. */
  private canRun({ uri }: vscode.TextDocument, operation: Definition): boolean {
    const connection = this.sources.pins.of(uri)?.connection;
    const loaded = connection && this.sources.schemas.state(connection).loaded;
    return !loaded || !("schema" in loaded) || isOffered(operation, loaded.schema);
  }

  private where({ uri }: vscode.TextDocument): string {
    const connection = this.sources.pins.of(uri)?.connection;
    if (!connection) return "…";
    return ` on ${connection.name}${connection.config.role === "production" ? " (production)" : ""}`;
  }
}
