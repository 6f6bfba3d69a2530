import * as vscode from "vscode";
import {
  type NamePlace,
  definitionsOf,
  givenNameAt,
  type GivenName,
  referencesOf,
  renameEdits,
} from "../../../graphql/names/definitions";
import { schemaElementAt, typeAt } from "../../../graphql/schema/schemaElement";
import type { QuerySubject, QuerySubjects } from "../documents/querySubject";
import type { SchemaDocuments } from "../schema/schemaDocuments";
import { rangeInText, rangeOf } from "../documents/textPlace";
import { jsonKeyPlace } from "../../../graphql/text/jsonPlace";
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
    const place = await this.subjects.at(document, position);
    if (!place) return [];
    const { subject, offset } = place;
    const given = givenNameAt(subject.document, offset);
    if (given) {
      return definitionsOf(given, subject.document, subject.others).map((place) => locationOf(document, place));
    }
    const { connection, schema } = subject;
    const found = connection && schema && schemaElementAt(subject.document, offset, schema);
    const defined = found && this.schemas.placeOf(connection, found.element);
    return defined ? [defined] : [];
  }

  async provideTypeDefinition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const { subject, offset } = (await this.subjects.at(document, position)) ?? {};
    if (!subject?.connection || !subject.schema) return [];
    const type = typeAt(subject.document, offset!, subject.schema);
    const place = type && this.schemas.placeOf(subject.connection, { kind: "type", type });
    return place ? [place] : [];
  }

  async provideReferences(
    document: vscode.TextDocument,
    position: vscode.Position,
    { includeDeclaration }: vscode.ReferenceContext,
  ): Promise<vscode.Location[]> {
    const { subject, given } = await this.given(document, position);
    if (!subject || !given) return [];
    const definitions = definitionsOf(given, subject.document, subject.others);
    const isDefinition = (place: NamePlace) =>
      definitions.some(({ file, start }) => file === place.file && start === place.start);
    return referencesOf(given, subject.document, subject.others)
      .filter((place) => includeDeclaration || !isDefinition(place))
      .map((place) => locationOf(document, place));
  }

  async prepareRename(document: vscode.TextDocument, position: vscode.Position) {
    const { given } = await this.given(document, position);
    if (!given) throw new Error("Only fragments, operations and variables can be renamed.");
    const range = rangeOf(document, given);
    return { range, placeholder: document.getText(range) };
  }

  async provideRenameEdits(document: vscode.TextDocument, position: vscode.Position, newName: string) {
    const { subject, given } = await this.given(document, position);
    if (!subject || !given) return undefined;
    const renaming = renameEdits(given, newName, subject.document, subject.others);
    if ("problem" in renaming) {
      const { problem, name } = renaming;
      throw new Error(problem === "taken" ? `"${name}" exists already.` : `"${name}" is not a GraphQL name.`);
    }
    const edit = new vscode.WorkspaceEdit();
    for (const { file, text, ...place } of renaming.edits) {
      const other = file === undefined ? undefined : textOfFile(subject, file);
      const range = other === undefined ? rangeOf(document, place) : rangeInText(other, place);
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

function locationOf(document: vscode.TextDocument, place: NamePlace): vscode.Location {
  return place.file === undefined
    ? new vscode.Location(document.uri, rangeOf(document, place))
    : new vscode.Location(vscode.Uri.parse(place.file), rangeInText(place.document.text, place));
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
    const place = jsonKeyPlace(variables.text, path);
    const key = JSON.stringify(newName.replace(/^\$/, ""));
    if (place) edit.replace(variables.uri, rangeInText(variables.text, place), key);
  }
}
