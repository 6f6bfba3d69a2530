import * as vscode from "vscode";
import { t } from "../../../base/translate";
import {
  type NameLocation,
  definitionsOf,
  givenNameAt,
  type GivenName,
  referencesOf,
  renameEdits,
} from "../../../graphql/names/definitions";
import { schemaElementAt, typeAt } from "../../../graphql/schema/schemaElement";
import type { QuerySubject, QuerySubjects } from "../documents/querySubject";
import type { SchemaDocuments } from "../schema/schemaDocuments";
import { rangeInText, rangeOf } from "../documents/textRange";
import { jsonKeyRange } from "../../../graphql/text/jsonRange";
import { operationKey } from "../../../graphql/variables/variableSchema";
import { variablesTextOf } from "../variables/variablesFiles";

/** Where names lead: fragments, operations and variables across the workspace, and parts of the schema. */
export class NameProviders
  implements vscode.DefinitionProvider, vscode.TypeDefinitionProvider, vscode.ReferenceProvider, vscode.RenameProvider
{
  constructor(
    private readonly subjects: QuerySubjects,
    private readonly schemas: SchemaDocuments,
  ) {}

  async provideDefinition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const location = await this.subjects.at(document, position);
    if (!location) return [];
    const { subject, offset } = location;
    const given = givenNameAt(subject.document, offset);
    if (given) {
      return definitionsOf(given, subject.document, subject.others).map((location) => locationOf(document, location));
    }
    const { connection, schema } = subject;
    const found = connection && schema && schemaElementAt(subject.document, offset, schema);
    const defined = found && this.schemas.locationOf(connection, found.element);
    return defined ? [defined] : [];
  }

  async provideTypeDefinition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const { subject, offset } = (await this.subjects.at(document, position)) ?? {};
    if (!subject?.connection || !subject.schema) return [];
    const type = typeAt(subject.document, offset!, subject.schema);
    const location = type && this.schemas.locationOf(subject.connection, { kind: "type", type });
    return location ? [location] : [];
  }

  async provideReferences(
    document: vscode.TextDocument,
    position: vscode.Position,
    { includeDeclaration }: vscode.ReferenceContext,
  ): Promise<vscode.Location[]> {
    const { subject, given } = await this.given(document, position);
    if (!subject || !given) return [];
    const definitions = definitionsOf(given, subject.document, subject.others);
    const isDefinition = (location: NameLocation) =>
      definitions.some(({ file, start }) => file === location.file && start === location.start);
    return referencesOf(given, subject.document, subject.others)
      .filter((location) => includeDeclaration || !isDefinition(location))
      .map((location) => locationOf(document, location));
  }

  async prepareRename(document: vscode.TextDocument, position: vscode.Position) {
    const { given } = await this.given(document, position);
    if (!given) throw new Error(t`Only fragments, operations and variables can be renamed.`);
    const range = rangeOf(document, given);
    return { range, placeholder: document.getText(range) };
  }

  async provideRenameEdits(document: vscode.TextDocument, position: vscode.Position, newName: string) {
    const { subject, given } = await this.given(document, position);
    if (!subject || !given) return undefined;
    const renaming = renameEdits(given, newName, subject.document, subject.others);
    if ("problem" in renaming) {
      const { problem, name } = renaming;
      throw new Error(problem === "taken" ? t`"${name}" exists already.` : t`"${name}" is not a GraphQL name.`);
    }
    const edit = new vscode.WorkspaceEdit();
    for (const { file, text, ...offsets } of renaming.edits) {
      const other = file === undefined ? undefined : textOfFile(subject, file);
      const range = other === undefined ? rangeOf(document, offsets) : rangeInText(other, offsets);
      edit.replace(file === undefined ? document.uri : vscode.Uri.parse(file), range, text);
    }
    await renameInVariables(edit, document.uri, given, newName, subject);
    return edit;
  }

  private async given(document: vscode.TextDocument, position: vscode.Position) {
    const { subject, offset } = (await this.subjects.at(document, position)) ?? {};
    return { subject, given: subject && givenNameAt(subject.document, offset!) };
  }
}

function locationOf(document: vscode.TextDocument, location: NameLocation): vscode.Location {
  return location.file === undefined
    ? new vscode.Location(document.uri, rangeOf(document, location))
    : new vscode.Location(vscode.Uri.parse(location.file), rangeInText(location.document.text, location));
}

function textOfFile({ others }: QuerySubject, file: string): string | undefined {
  return others.find((other) => other.file === file)?.document.text;
}

/** Adds to a renaming what it means for variables files: values stand there under the names of operations and variables. */
async function renameInVariables(
  edit: vscode.WorkspaceEdit,
  source: vscode.Uri,
  given: GivenName,
  newName: string,
  { document, others }: QuerySubject,
): Promise<void> {
  if (given.kind === "fragment") return;
  for (const { file, definition } of definitionsOf(given, document, others)) {
    const variables = await variablesTextOf(file === undefined ? source : vscode.Uri.parse(file));
    if (!variables) continue;
    const operation = operationKey(definition);
    const path = given.kind === "operation" ? [operation] : [operation, given.name];
    const range = jsonKeyRange(variables.text, path);
    const key = JSON.stringify(newName.replace(/^\$/, ""));
    if (range) edit.replace(variables.uri, rangeInText(variables.text, range), key);
  }
}
