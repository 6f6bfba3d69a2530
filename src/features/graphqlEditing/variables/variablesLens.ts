import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { jsonRanges } from "../../../graphql/text/jsonRange";
import { operationsOf } from "../../../graphql/text/operations";
import { operationKey } from "../../../graphql/variables/variableSchema";
import { codeLens } from "../../../host/codeLens";
import { onSettingChange, readSetting } from "../../../host/settings";
import { words } from "../../../host/words";
import { onConnection } from "../documents/documentPins";
import type { QuerySources } from "../documents/querySubject";
import { rangeOf } from "../documents/textRange";
import { isOfferedBy } from "../language/lensProvider";
import { operationTitle } from "../run/chooseOperation";
import { variablesScheme } from "./variablesFileSystem";
import { variablesSources } from "./variablesSources";
import { Owner } from "../../../base/disposables";

interface VariablesLensSources extends QuerySources {
  /** Tells that a lens may read differently. */
  readonly onChange: vscode.Event<void>;
}

/** In variables files: the way back to the run, and from what is remembered to a file that can be shared. */
export class VariablesLens extends Owner implements vscode.CodeLensProvider {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly sources: VariablesLensSources) {
    super();
    const change = () => this.changed.fire();
    const settings = onSettingChange(["graphql.lens.enabled", "graphql.lens.run", "graphql.lens.variables"], change);
    this.own(settings, sources.onChange(change));
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!readSetting("graphql.lens.enabled")) return [];
    const runs = readSetting("graphql.lens.run") ? await this.runs(document) : [];
    if (document.uri.scheme !== variablesScheme || !readSetting("graphql.lens.variables")) return runs;
    const name = document.uri.path.split("/").at(-1) ?? "";
    const title = t`Save Beside the Query as ${name}`;
    const top = new vscode.Range(0, 0, 0, 0);
    return [codeLens(top, { title, command: "chainscope.saveVariables", arguments: [document.uri] }), ...runs];
  }

  /** Above the values of each operation: its run with them. */
  private async runs(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const text = document.getText();
    const sources = await variablesSources(document.uri);
    const all = sources.flatMap((source) =>
      operationsOf(this.sources.index.read(source)).map((definition) => ({ source, definition })),
    );
    const ranges = jsonRanges(text, [[], ...all.map(({ definition }) => [operationKey(definition)])]);
    return all.flatMap(({ source, definition }, index) => {
      const [whole, own] = [ranges[0], ranges[index + 1]];
      const pin = this.sources.pins.of(source.uri);
      if (!own || own.start === whole?.start || !isOfferedBy(pin, this.sources.schemas, definition)) return [];
      const title = words`$(play) Run ${operationTitle({ definition })}${onConnection(pin)}`;
      const location = { uri: source.uri, at: definition.start };
      const range = rangeOf(document, { start: own.start, end: own.start });
      return codeLens(range, { title, command: "chainscope.runOperation", arguments: [location] });
    });
  }
}
