import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import type { Alternatives, Diagnostic, DiagnosticCode } from "./diagnostic";

/** The sentence for a diagnostic. `connection` names the node whose schema was used. */
export function diagnosticText(diagnostic: Diagnostic, connection?: string): string {
  const node = connection === undefined ? t`the connected node` : t`node "${connection}"`;
  return (sentences[diagnostic.code] as (diagnostic: Diagnostic, node: string) => string)(diagnostic, node);
}

type Sentences = {
  readonly [C in DiagnosticCode]: (diagnostic: Extract<Diagnostic, { readonly code: C }>, node: string) => string;
};

const sentences: Sentences = {
  syntax: ({ message }) => unexpectedCharacter(message) ?? `${message.replace(/\.$/, "")}.`,
  unclosed: ({ bracket }) => t`This ${bracket} is never closed.`,
  "too-deep": ({ limit }) => t`Too deeply nested: what is below ${limit} levels is not checked.`,
  unchecked: ({ message }) => t`The query could not be checked against the schema: ${message}`,
  unread: () =>
    t`Not read as GraphQL: a program's first ${limits.programTemplates} templates are, of up to ${limits.templateCharacters} characters each.`,
  "unknown-field": (it, node) => notOffered(t`Field "${it.field}" of "${it.type}"`, node, it),
  "unknown-type": (it, node) => notOffered(t`Type "${it.type}"`, node, it),
  "unknown-argument": (it, node) => notOffered(t`Argument "${it.argument}" of "${it.of}"`, node, it),
  "unknown-input-field": (it, node) => notOffered(t`Field "${it.field}" of input "${it.type}"`, node, it),
  "unknown-enum-value": (it, node) => notOffered(t`Value "${it.value}" of "${it.type}"`, node, it),
  "unknown-directive": (it, node) => notOffered(t`Directive "@${it.directive}"`, node, it),
  "unknown-fragment": (it) => t`No fragment "${it.fragment}" in this file or the workspace.` + didYouMean(it),
  "ambiguous-fragment": ({ fragment, files: [taken = "", ...others] }) =>
    t`"${fragment}" is defined differently in ${[taken, ...others].reduce((all, file) => t`${all} and ${file}`)}: the one of ${taken} is taken, which is nearest.`,
  "unknown-connection": ({ name }) => t`There is no connection "${name}" in this window.`,
  "unknown-operation-type": ({ operation }, node) =>
    operation === "subscription"
      ? t`The schema of ${node} has no subscriptions. Live data arrives as events: subscribe to a target instead.`
      : t`The schema of ${node} has no ${operation} type.`,
  "missing-argument": ({ of, argument, type }) => t`"${of}" needs the argument "${argument}" of type "${type}".`,
  "missing-input-field": ({ of, field, type }) => t`"${of}" needs the field "${field}" of type "${type}".`,
  "missing-selection": ({ field, type }) =>
    t`"${field}" is of type "${type}": say which of its fields are wanted, as in "${field} { … }".`,
  "needless-selection": ({ field, type }) => t`"${field}" is of type "${type}", which has no fields to select.`,
  "wrong-value": ({ value, type }) => t`${value} is not a value of type "${type}".`,
  "integer-out-of-range": ({ value }) =>
    t`${value} is more than 18446744073709551615, the largest whole number that a node takes.`,
  "wrong-variable-type": ({ variable, type, expected }) =>
    t`"$${variable}" is declared as "${type}" but used where "${expected}" is needed.`,
  "int-for-float": ({ variable, type, expected }) =>
    t`"$${variable}" is declared as "${type}" and used where the schema has "${expected}". Nodes take it, other tools may not.`,
  "undeclared-variable": ({ variable, operation }) =>
    operation
      ? t`"$${variable}" is not declared by "${operation}".`
      : t`"$${variable}" is not declared by the operation.`,
  "unused-variable": ({ variable }) => t`"$${variable}" is never used.`,
  "unused-fragment": ({ fragment }) => t`Fragment "${fragment}" is never used.`,
  deprecated: ({ name, reason }) => t`"${name}" is deprecated: ${reason}`,
  "over-limit": ({ given, limit, range }) =>
    range
      ? t`A range includes both its ends: this one asks for ${given}, and a node gives at most ${limit} at once.`
      : t`A node gives at most ${limit} at once.`,
  "under-limit": ({ limit }) => t`A node takes 1 to ${limit} here.`,
  "wrong-range": () => t`A range is two heights, the lower one first, as in [5, 7].`,
  "wants-argument": ({ field, names }) => t`"${field}" needs one of ${quoted(names)}: a node refuses it without.`,
  "excluding-arguments": ({ names }) => t`A node takes one of ${quoted(names)}, not both.`,
  invalid: ({ message }) => message,
};

function notOffered(what: string, node: string, alternatives: Alternatives): string {
  const others = quoted(alternatives.offeredBy);
  const offered = others === "" ? "" : ` ${t`It is offered by ${others}.`}`;
  return t`${what} is not offered by ${node}.` + offered + didYouMean(alternatives);
}

function didYouMean({ closest }: Alternatives): string {
  if (closest.length === 0) return "";
  const names = closest.map((name) => `"${name}"`).reduce((all, name) => t`${all} or ${name}`);
  return ` ${t`Did you mean ${names}?`}`;
}

/** What may stand in place of a character that the parser does not take. */
function unexpectedCharacter(message: string): string | undefined {
  const code = /^Unexpected character: U\+([0-9A-F]{4,6})\.$/.exec(message)?.[1];
  const character = code && String.fromCodePoint(Number.parseInt(code, 16));
  if (!character) return undefined;
  if (/^[\p{L}\p{M}\p{N}]$/u.test(character))
    return t`"${character}" cannot be in a name: names are of A–Z, a–z, 0–9 and _.`;
  return /^\s$/.test(character) ? t`This is no plain blank but U+${code}, which GraphQL does not take.` : undefined;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
