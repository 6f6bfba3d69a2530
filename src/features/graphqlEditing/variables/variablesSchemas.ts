import * as vscode from "vscode";
import { variablesFileSchema } from "../../../graphql/variables/variableSchema";
import { Debouncer } from "../../../base/debouncer";
import type { QuerySubjects } from "../documents/querySubject";
import type { VariablesFileSystem } from "./variablesFileSystem";
import { variablesSources } from "./variablesSources";
import { isVariablesFile } from "./variablesUris";
import { Owner } from "../../../base/disposables";

const pauseMs = 300;

/**
 * The JSON schema that completes and checks variables files. Files are matched to it by their name only, so it
 * describes the operations of every variables file that is open; it changes with them and with the nodes' schemas.
 */
export class VariablesSchemas extends Owner {
  private readonly debouncer = this.own(new Debouncer(pauseMs));
  private given = "";

  constructor(
    private readonly subjects: QuerySubjects,
    private readonly files: VariablesFileSystem,
    onChange: vscode.Event<unknown>,
  ) {
    super();
    const concerns = ({ uri }: vscode.TextDocument) => isVariablesFile(uri);
    const look = () => this.debouncer.run("", () => void this.look());
    this.own(
      onChange(look),
      vscode.workspace.onDidOpenTextDocument((document) => concerns(document) && look()),
      vscode.workspace.onDidCloseTextDocument((document) => concerns(document) && look()),
    );
    look();
  }

  /** The text of the JSON schema as it is now. */
  async text(): Promise<string> {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => isVariablesFile(uri));
    const sources = (await Promise.all(open.map(({ uri }) => variablesSources(uri)))).flat();
    const subjects = await Promise.all(
      [...new Set(sources)].filter((source) => this.subjects.isIn(source)).map((source) => this.subjects.soon(source)),
    );
    const known = subjects.flatMap((subject) =>
      subject?.schema ? [{ document: subject.document, schema: subject.schema }] : [],
    );
    return JSON.stringify(variablesFileSchema(known));
  }

  private async look(): Promise<void> {
    const text = await this.text();
    if (text === this.given) return;
    this.given = text;
    this.files.schemaChanged();
  }
}
