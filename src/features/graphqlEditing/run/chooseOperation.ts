import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import type { FoundDefinition } from "../../../graphql/names/fragmentUse";
import { textOf } from "../../../graphql/text/document";
import { operationsAt, operationsOf } from "../../../graphql/text/operations";
import { jsonRange } from "../../../graphql/text/jsonRange";
import { operationKey } from "../../../graphql/variables/variableSchema";
import { showQuickPick } from "../../../host/quickPicks";
import { locationIn } from "./operationLocation";
import type { QuerySubject, QuerySubjects } from "../documents/querySubject";
import { variablesSources } from "../variables/variablesSources";
import { isVariablesFile } from "../variables/variablesUris";

/** An operation, the document it stands in, and what is known for running it. */
export interface ChosenOperation {
  readonly source: vscode.TextDocument;
  readonly subject: QuerySubject;
  readonly found: FoundDefinition;
}

/**
 * The operation that a command means: the one at a lens, under the cursor, or of the variables in the active editor.
 * Asks when several are meant; undefined when nothing was chosen. Rejects when there is none.
 */
export async function chooseOperation(
  subjects: QuerySubjects,
  title: string,
  argument?: unknown,
): Promise<ChosenOperation | undefined> {
  const { document, offset, key } = await whereToLook(subjects, argument);
  const subject = subjects.of(document);
  const named = operationsOf(subject.document).filter((definition) => operationKey(definition) === key);
  const candidates =
    key !== undefined && named.length > 0
      ? named.map((definition): FoundDefinition => ({ document: subject.document, definition }))
      : operationsAt(subject.document, offset, subject.others);
  const found = candidates.length > 1 ? await pick(candidates, title) : candidates[0];
  if (found) return inOwnFile({ source: document, subject, found }, subjects);
  if (candidates.length > 0) return undefined;
  throw new NodeError("invalid-input", t`There is no operation to run in this document.`, {
    remedy: t`Write a query, as in { lastBlockPair { json } }.`,
  });
}

interface Look {
  readonly document: vscode.TextDocument;
  readonly offset: number;
  /** Name of the operation, when it is known from elsewhere. */
  readonly key?: string;
}

async function whereToLook(subjects: QuerySubjects, argument: unknown): Promise<Look> {
  const location = locationIn(argument);
  if (location) return { document: await vscode.workspace.openTextDocument(location.uri), offset: location.at };
  const editor = vscode.window.activeTextEditor;
  if (editor && subjects.isIn(editor.document)) {
    return { document: editor.document, offset: editor.document.offsetAt(editor.selection.active) };
  }
  const [source] = editor && isVariablesFile(editor.document.uri) ? await variablesSources(editor.document.uri) : [];
  if (editor && source) {
    const key = keyAround(editor.document.getText(), editor.document.offsetAt(editor.selection.active));
    return { document: source, offset: 0, ...(key !== undefined && { key }) };
  }
  throw new NodeError("invalid-input", t`There is no GraphQL document in the active editor.`, {
    remedy: t`Open a .gql or .graphql file.`,
  });
}

/** The key of the operation in whose values of a variables text the offset is. */
function keyAround(text: string, offset: number): string | undefined {
  // Also a string that is not closed, or no key, is passed over at once.
  const strings = [...text.matchAll(/"((?:[^"\\\n]|\\.)*)("?)\s*(:?)/g)];
  const keys = strings.flatMap(([, key = "", quote, colon]) => (quote && colon ? [key] : []));
  return keys.find((key) => {
    const range = jsonRange(text, [key]);
    return range && range.start > 0 && range.start <= offset && offset <= range.end;
  });
}

async function pick(candidates: readonly FoundDefinition[], title: string): Promise<FoundDefinition | undefined> {
  const items = candidates.map((found) => ({
    label: operationTitle(found),
    description: firstLine(found),
    ...(found.file && { detail: vscode.workspace.asRelativePath(vscode.Uri.parse(found.file)) }),
    found,
  }));
  const choice = await showQuickPick(items, { title, placeHolder: t`Which operation?` });
  return choice?.found;
}

/** What an operation is called: its name, or its kind when it has none. */
export function operationTitle({ definition }: Pick<FoundDefinition, "definition">): string {
  return definition.name?.text ?? `(${definition.kind})`;
}

function firstLine({ document, definition }: FoundDefinition): string {
  const text = textOf(document, definition).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** An operation of another file is run from there: with its variables, its connection and its own result. */
async function inOwnFile(chosen: ChosenOperation, subjects: QuerySubjects): Promise<ChosenOperation> {
  const { file, definition } = chosen.found;
  if (file === undefined) return chosen;
  const source = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
  const subject = subjects.of(source);
  const own = operationsOf(subject.document).find((each) => each.start === definition.start) ?? definition;
  return { source, subject, found: { document: subject.document, definition: own } };
}
