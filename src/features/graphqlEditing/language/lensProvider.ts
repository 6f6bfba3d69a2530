import * as vscode from "vscode";
import { mayBeFor } from "../../../graphql/checks/addressee";
import { type Definition, expressionsIn, type GraphqlDocument } from "../../../graphql/text/document";
import { isOffered, operationsOf } from "../../../graphql/text/operations";
import { codeLens } from "../../../host/codeLens";
import { onSettingChange, readSetting, type Settings } from "../../../host/settings";
import { words, type Said } from "../../../host/words";
import { onConnection, type Pin } from "../documents/documentPins";
import type { LiveQueries } from "../run/liveQueries";
import type { OperationLocation } from "../run/operationLocation";
import type { Schemas } from "../schema/schemas";
import type { StandDown } from "../documents/standDown";
import { rangeOf } from "../documents/textRange";
import type { QuerySources } from "../documents/querySubject";
import { Owner } from "../../../base/disposables";

interface LensSources extends QuerySources {
  readonly live: LiveQueries;
  readonly standDown: StandDown;
  /** Whether there is another node to compare with. */
  canCompare(): boolean;
  /** Tells that a lens may read differently. */
  readonly onChange: vscode.Event<void>;
}

const lensSettings = [
  "graphql.lens.enabled",
  "graphql.lens.run",
  "graphql.lens.variables",
  "graphql.lens.live",
  "graphql.lens.compare",
] as const;

/** Above each operation: run it, edit its variables, keep it running, compare two nodes. */
export class LensProvider extends Owner implements vscode.CodeLensProvider {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly sources: LensSources) {
    super();
    const change = () => this.changed.fire();
    this.own(onSettingChange(lensSettings, change), sources.standDown.onDidChange(change), sources.onChange(change));
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!readSetting("graphql.lens.enabled") || !this.sources.index.holdsQueries(document)) return [];
    // Where another extension has the editing, operations are run by this one all the same.
    if (readSetting("graphql.enabled", document.uri) === "off") return [];
    const { index, pins, schemas } = this.sources;
    const pin = pins.of(document.uri);
    const read = index.read(document);
    if (read.templates && !mayBeAskedFor(read, pin, schemas)) return [];
    return operationsOf(read).flatMap((operation) =>
      isOfferedBy(pin, schemas, operation) && expressionsIn(read, operation).length === 0
        ? this.lenses(document, operation, pin)
        : [],
    );
  }

  private lenses(document: vscode.TextDocument, operation: Definition, pin: Pin | undefined): vscode.CodeLens[] {
    const location: OperationLocation = { uri: document.uri, at: operation.start };
    const range = rangeOf(document, { start: operation.start, end: operation.start });
    const lens = (setting: keyof Settings, title: Said, command: string) =>
      readSetting(setting) ? [codeLens(range, { title, command, arguments: [location] })] : [];
    const isLive = this.sources.live.runs(document.uri, operation);
    return [
      ...lens("graphql.lens.run", words`$(play) Run${onConnection(pin)}`, "chainscope.runOperation"),
      ...(operation.declarations.length > 0
        ? lens("graphql.lens.variables", "Variables", "chainscope.editVariables")
        : []),
      ...(isLive
        ? lens("graphql.lens.live", words`$(debug-stop) Stop Live`, "chainscope.stopLive")
        : lens("graphql.lens.live", "Live", "chainscope.runLive")),
      ...(this.sources.canCompare() ? lens("graphql.lens.compare", "Compare", "chainscope.compareOperation") : []),
    ];
  }
}

/** Whether a program's GraphQL may be for its node. */
function mayBeAskedFor(read: GraphqlDocument, pin: Pin | undefined, schemas: Schemas): boolean {
  const loaded = pin && schemas.state(pin.connection).loaded;
  return pin !== undefined && (!loaded || !("schema" in loaded) || mayBeFor(read, loaded.schema));
}

/** Unless the node's schema has nothing of the operation's kind. */
export function isOfferedBy(pin: Pin | undefined, schemas: Schemas, operation: Definition): boolean {
  const loaded = pin && schemas.state(pin.connection).loaded;
  return !loaded || !("schema" in loaded) || isOffered(operation, loaded.schema);
}
