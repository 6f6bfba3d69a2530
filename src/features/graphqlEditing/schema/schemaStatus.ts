import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { nodeWords } from "../../../client/http/responseText";
import { languageIds } from "../../../host/contributionIds";
import { failureLine } from "../../../client/failures/failureWords";
import { LanguageStatusItem } from "../../../host/statusItems";
import { schemaProblemText } from "../../../graphql/schema/schemaWording";
import { ageText } from "../model/ageText";
import type { DocumentPins, Pin } from "../documents/documentPins";
import type { SchemaDocuments } from "./schemaDocuments";
import type { Schemas } from "./schemas";
import type { SchemaState } from "./schemaState";
import { Owner } from "../../../base/disposables";

const selector: vscode.DocumentSelector = { language: languageIds.graphql };
const { Information, Warning, Error: Severe } = vscode.LanguageStatusSeverity;

/** Characters of a line of the language status. */
const lineCharacters = 72;

/** How often the age of a schema that is only kept is written again, in milliseconds. */
const agesMs = 60_000;

interface StatusSources {
  readonly pins: DocumentPins;
  readonly schemas: Schemas;
  readonly schemaDocuments: SchemaDocuments;
}

/** The language status of the GraphQL document in front: which node it works with, and how that node's schema is. */
export class SchemaStatus extends Owner {
  private readonly schema = this.own(new LanguageStatusItem("chainscope.schema", t`Chainscope Schema`, selector));
  private readonly connection = this.own(
    new LanguageStatusItem("chainscope.connection", t`Chainscope Connection`, selector),
  );

  constructor(private readonly sources: StatusSources) {
    super();
    const timer = setInterval(() => this.draw(), agesMs);
    this.own(
      { dispose: () => clearInterval(timer) },
      sources.schemas.onChange(() => this.draw()),
      sources.pins.onChange(() => this.draw()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
    );
    this.draw();
  }

  draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== languageIds.graphql) return;
    const { pins, schemas, schemaDocuments } = this.sources;
    const shown = schemaDocuments.connectionOf(document.uri);
    const pin = schemaDocuments.shows(document.uri) ? undefined : pins.of(document.uri);
    const connection = shown ?? pin?.connection;
    this.drawConnection(pin, connection?.name);
    if (!connection) return this.drawNothing();
    const state = schemas.state(connection);
    const { severity, detail } = schemaDetail(state);
    this.schema.show({
      text: t`Schema of ${connection.name}`,
      // Without arguments: those of a command that is shown go stale as soon as the item is drawn again.
      command: { command: "chainscope.reloadSchema", title: t`Reload` },
      busy: state.loading,
      // Of more, the command at the end of the line would leave the window; Open Schema marks what is wrong at its place.
      ...{
        severity,
        detail:
          detail.length > lineCharacters
            ? `${detail.slice(0, lineCharacters).replace(/[\uD800-\uDBFF]$/, "")}…`
            : detail,
      },
    });
  }

  private drawConnection(pin: Pin | undefined, name = t`No connection`): void {
    const detail = pin ? reasons[pin.reason] : "";
    this.connection.show({ text: name, detail, command: { command: "chainscope.pinDocument", title: t`Change` } });
  }

  private drawNothing(): void {
    this.schema.show({
      severity: Warning,
      text: t`No schema`,
      detail: t`keywords and syntax only, until there is a connection`,
      command: { command: "chainscope.connect", title: t`Connect` },
    });
  }
}

const reasons: Record<Pin["reason"], string> = {
  named: t`named in the first line of this document`,
  chosen: t`chosen for this document`,
  folder: t`the connection of this folder`,
  active: t`active when this document was opened`,
};

/** How a schema is, in words. Exported for its test. */
export function schemaDetail(
  state: SchemaState,
  now = Date.now(),
): { severity: vscode.LanguageStatusSeverity; detail: string } {
  const { text, loaded, cached, error, deprecation } = state;
  const read = text && `${cached ? "cached" : "loaded"} ${ageText(text.readAt, now)}`;
  const age = deprecation ? t`${read} · by a deprecated route: ${nodeWords(deprecation.note)}` : read;
  if (!loaded) {
    if (error) return { severity: Severe, detail: failureLine(error) };
    return { severity: Information, detail: state.loading ? t`loading…` : t`not loaded yet` };
  }
  if ("problem" in loaded)
    return { severity: Severe, detail: t`${schemaProblemText(loaded.problem)} Open Schema shows it.` };
  // The line is cut, so what is wrong comes first.
  if (error) return { severity: Warning, detail: `${failureLine(error)} · ${age}` };
  const [first, ...more] = loaded.problems;
  if (!first) return { severity: cached ? Warning : Information, detail: age ?? "" };
  const count = more.length + (loaded.unlisted ?? 0);
  const others = count > 0 ? t` And ${count} more.` : "";
  return { severity: Warning, detail: `${schemaProblemText(first)}${others} · ${age}` };
}
