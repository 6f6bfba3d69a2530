import { t } from "../../base/translate";
import type { Definition, GraphqlDocument } from "../text/document";
import { definitionAt } from "../text/document";
import { closingIndex } from "../text/definitionSlices";
import type { Diagnostic } from "./diagnostic";
import { isOperation } from "../names/fragmentUse";

/** Replaces `start` to `end` of the document by `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A way to put a diagnostic right. */
export type QuickFix = { readonly edits: readonly TextEdit[] } & (
  | { readonly fix: "replace"; readonly by: string }
  | { readonly fix: "declare-variable"; readonly variable: string; readonly type: string }
  | { readonly fix: "change-type"; readonly variable: string; readonly type: string }
  | { readonly fix: "remove-variable"; readonly variable: string }
  | { readonly fix: "remove-fragment"; readonly fragment: string }
  | { readonly fix: "add-argument"; readonly argument: string }
  | { readonly fix: "add-selection"; readonly field: string }
  | { readonly fix: "remove-selection"; readonly field: string }
);

/** Diagnostics for which the node's schema may simply be out of date: *Reload schema* is worth offering. */
export function mayBeStale({ code }: Diagnostic): boolean {
  return code.startsWith("unknown-") && code !== "unknown-fragment";
}

/** What can be done about a diagnostic of this document, best first. */
export function quickFixesFor(diagnostic: Diagnostic, document: GraphqlDocument): QuickFix[] {
  const { start, end } = diagnostic;
  switch (diagnostic.code) {
    case "unknown-field":
    case "unknown-type":
    case "unknown-argument":
    case "unknown-input-field":
    case "unknown-enum-value":
    case "unknown-fragment":
      return diagnostic.closest.map((by) => replacement(start, end, by, by));
    case "unknown-directive":
      return diagnostic.closest.map((by) => replacement(start, end, by, `@${by}`));
    case "undeclared-variable":
      return declareVariable(diagnostic.variable, diagnostic.type, document, start);
    case "int-for-float":
      return declareAsFloat(diagnostic.variable, diagnostic.better, document, start);
    case "unused-variable":
      return removeVariable(diagnostic.variable, document, start);
    case "unused-fragment":
      return removeDefinition(diagnostic.fragment, document, start);
    case "missing-argument":
      return addArgument(diagnostic.argument, document, end);
    case "wants-argument":
      return diagnostic.names.flatMap((name) => addArgument(name, document, end));
    case "missing-selection":
      return addSelection(diagnostic.field, document, end);
    case "needless-selection":
      return [{ fix: "remove-selection", field: diagnostic.field, edits: [removal(document.text, start, end)] }];
    default:
      return [];
  }
}

/** The words for a fix. */
export function quickFixText(fix: QuickFix): string {
  switch (fix.fix) {
    case "replace":
      return t`Change to "${fix.by}"`;
    case "declare-variable":
      return t`Declare "$${fix.variable}: ${fix.type}"`;
    case "change-type":
      return t`Declare "$${fix.variable}" as "${fix.type}"`;
    case "remove-variable":
      return t`Remove "$${fix.variable}"`;
    case "remove-fragment":
      return t`Remove fragment "${fix.fragment}"`;
    case "add-argument":
      return t`Add argument "${fix.argument}"`;
    case "add-selection":
      return t`Add a selection to "${fix.field}"`;
    case "remove-selection":
      return t`Remove the selection from "${fix.field}"`;
  }
}

function replacement(start: number, end: number, by: string, text: string): QuickFix {
  return { fix: "replace", by, edits: [{ start, end, text }] };
}

function declareVariable(
  variable: string,
  type: string | undefined,
  document: GraphqlDocument,
  at: number,
): QuickFix[] {
  const around = definitionAt(document, at);
  // A use in a fragment is put right in every operation of the document that can reach it and lacks it.
  const operations = around && isOperation(around) ? [around] : document.definitions.filter(isOperation);
  const lacking = operations.filter((one) => !one.declarations.some(({ name }) => name.text === variable));
  if (type === undefined || lacking.length === 0) return [];
  const edits = lacking.map((operation) => declaration(operation, `$${variable}: ${type}`));
  return [{ fix: "declare-variable", variable, type, edits }];
}

function declaration(operation: Definition, text: string): TextEdit {
  const last = operation.declarations.at(-1);
  const first = operation.tokens[0]!;
  if (last) return { start: last.end, end: last.end, text: `, ${text}` };
  if (first.text === "{") return { start: first.start, end: first.start, text: `query (${text}) ` };
  const at = (operation.name ?? first).end;
  return { start: at, end: at, text: operation.name ? `(${text})` : ` (${text})` };
}

function declareAsFloat(variable: string, type: string | undefined, document: GraphqlDocument, at: number): QuickFix[] {
  const operation = definitionAt(document, at);
  const own = operation?.declarations.find(({ name }) => name.text === variable);
  const whole = own && operation?.tokens.find(({ text, start }) => text === "Int" && start > own.name.end);
  if (!whole || type === undefined) return [];
  const { start, end } = whole;
  return [{ fix: "change-type", variable, type, edits: [{ start, end, text: "Float" }] }];
}

function removeVariable(variable: string, document: GraphqlDocument, at: number): QuickFix[] {
  const operation = definitionAt(document, at);
  const index = operation?.declarations.findIndex(({ start }) => start === at) ?? -1;
  const own = operation?.declarations[index];
  if (!operation || !own) return [];
  const next = operation.declarations[index + 1];
  const previous = operation.declarations[index - 1];
  const list = operation.tokens.filter(({ text }) => text === "(" || text === ")");
  const edit = next
    ? { start: own.start, end: next.start, text: "" }
    : previous
      ? { start: previous.end, end: own.end, text: "" }
      : { start: list[0]!.start, end: list.find(({ text }) => text === ")")?.end ?? own.end, text: "" };
  return [{ fix: "remove-variable", variable, edits: [edit] }];
}

function removeDefinition(fragment: string, document: GraphqlDocument, at: number): QuickFix[] {
  const definition = definitionAt(document, at);
  if (definition === undefined) return [];
  return [{ fix: "remove-fragment", fragment, edits: [removal(document.text, definition.start, definition.end)] }];
}

/** Takes the blanks in front along, and the line break behind when the whole line goes. */
function removal(text: string, start: number, end: number): TextEdit {
  const blanks = start - text.slice(0, start).trimEnd().length;
  const isFirst = start === blanks;
  const behind = isFirst ? /^\s*/.exec(text.slice(end))![0].length : 0;
  return { start: start - blanks, end: end + behind, text: "" };
}

function addArgument(argument: string, document: GraphqlDocument, at: number): QuickFix[] {
  const opening = document.tokens.find(({ start }) => start >= at);
  const hasList = opening?.text === "(";
  const offset = hasList ? opening.end : at;
  const text = hasList ? `${argument}: , ` : `(${argument}: )`;
  return [{ fix: "add-argument", argument, edits: [{ start: offset, end: offset, text }] }];
}

function addSelection(field: string, document: GraphqlDocument, at: number): QuickFix[] {
  const { tokens } = document;
  const next = tokens.findIndex(({ start }) => start >= at);
  const closing = tokens[next]?.text === "(" ? closingIndex(tokens, next) : -1;
  const offset = tokens[closing]?.end ?? at;
  return [{ fix: "add-selection", field, edits: [{ start: offset, end: offset, text: " { __typename }" }] }];
}
