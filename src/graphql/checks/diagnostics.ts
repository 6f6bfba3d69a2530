import {
  type DefinitionNode,
  type GraphQLSchema,
  type ValidationRule,
  type VariableNode,
  Kind,
  validate,
  visitInParallel,
} from "graphql";
import {
  type Definition,
  definitionAt,
  expressionsIn,
  type GraphqlDocument,
  type OtherDocument,
} from "../text/document";
import { MistakeHelp } from "./closestNames";
import type { Diagnostic } from "./diagnostic";
import { fragmentsNeeded, isOperation } from "../names/fragmentUse";
import { isOffered } from "../text/operations";
import type { NamedSchema } from "../rules/alternatives";
import { argumentGroups } from "../rules/argumentGroups";
import { deprecations } from "../rules/deprecations";
import { type DiagnosticRule, DiagnosticSink } from "../rules/diagnosticSink";
import { knownNames } from "../rules/knownNames";
import { libraryRules, reportConflicts } from "../rules/libraryRules";
import { literals } from "../rules/literals";
import { requiredParts } from "../rules/requiredParts";
import { rowLimits } from "../rules/rowLimits";
import { variablePositions } from "../rules/variablePositions";
import { useDiagnostics } from "./useDiagnostics";
import { limits } from "../../wire/limits";
import { isClosing, isOpening } from "../text/definitionSlices";
import { deepestNesting } from "../text/nesting";
import { type Token, firstTokenEndingAfter } from "../text/tokens";

export interface CheckOptions {
  /** The schema of the node in use; without it only syntax is checked. */
  readonly schema?: GraphQLSchema;
  /** Documents whose fragments count. */
  readonly others?: readonly OtherDocument[];
  /** Schemas of other known nodes, to say who offers what this one lacks. */
  readonly otherSchemas?: readonly NamedSchema[];
}

/** Everything there is to say about a document, in the order of the text. Never throws. */
export function diagnosticsOf(document: GraphqlDocument, options: CheckOptions = {}): Diagnostic[] {
  const { schema, others = [], otherSchemas = [] } = options;
  let diagnostics = document.definitions.flatMap((definition) => syntaxDiagnostic(document, definition) ?? []);
  const checked = document.definitions.filter(({ kind }) => kind !== "type-system" && kind !== "unknown");
  if (schema && checked.length > 0) {
    const help = new MistakeHelp();
    diagnostics = diagnostics.concat(
      useDiagnostics(document, others, schema, help),
      missingRoots(checked, schema),
      guarded(checked, () => validated(document, checked, schema, others, otherSchemas, help)),
    );
  }
  return diagnostics.filter((each) => isKnown(document, each)).sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Nothing is said of what only the program around a template knows: definitions with `${…}`, and fragments it may add. */
function isKnown(document: GraphqlDocument, { code, start }: Diagnostic): boolean {
  if (!document.template || document.template.expressions.length === 0) return true;
  const definition = definitionAt(document, start);
  if (definition && expressionsIn(document, definition).length > 0) return false;
  return code !== "unknown-fragment";
}

function validated(
  document: GraphqlDocument,
  checked: readonly Definition[],
  schema: GraphQLSchema,
  others: readonly OtherDocument[],
  otherSchemas: readonly NamedSchema[],
  help: MistakeHelp,
): Diagnostic[] {
  const sink = new DiagnosticSink(checked, help);
  const free = new Set<VariableNode>();
  const rules: DiagnosticRule[] = [
    knownNames(otherSchemas),
    literals(free),
    variablePositions(free),
    requiredParts,
    deprecations,
    rowLimits,
    argumentGroups,
    ...libraryRules,
  ];
  const all: ValidationRule = (context) => visitInParallel(rules.map((rule) => rule(context as never, sink)));
  const whole = { kind: Kind.DOCUMENT, definitions: executable(document, checked, others) } as const;
  validate(schema, whole, [all]);
  if (document.tokens.length < limits.comparedTokens) reportConflicts(schema, whole, sink);
  return sink.diagnostics;
}

function executable(
  document: GraphqlDocument,
  checked: readonly Definition[],
  others: readonly OtherDocument[],
): DefinitionNode[] {
  const needed = fragmentsNeeded(checked, document, others).fragments;
  const foreign = needed.filter((found) => found.document !== document).map(({ definition }) => definition);
  return [...checked, ...foreign].flatMap(({ nodes }) => nodes);
}

function missingRoots(checked: readonly Definition[], schema: GraphQLSchema): Diagnostic[] {
  return checked.filter(isOperation).flatMap((definition): Diagnostic[] => {
    if (isOffered(definition, schema)) return [];
    const { start, end } = definition.tokens[0]!;
    return [{ code: "unknown-operation-type", operation: definition.kind, start, end }];
  });
}

/** A schema that contradicts itself can make the library throw: then this check is off, and says so once. */
function guarded(checked: readonly Definition[], check: () => Diagnostic[]): Diagnostic[] {
  try {
    return check();
  } catch (error) {
    const { start, end } = checked[0]!.tokens[0]!;
    return [{ code: "unchecked", message: (error as Error).message, start, end }];
  }
}

/** What is wrong with the syntax of a definition, on something that can be seen: a token or the opening bracket. */
function syntaxDiagnostic(document: GraphqlDocument, definition: Definition): Diagnostic | undefined {
  const { fault } = definition;
  if (fault === undefined) return undefined;
  if ("tooDeep" in fault) return { code: "too-deep", limit: deepestNesting, start: fault.at, end: fault.at + 1 };
  const { tokens } = definition;
  if (fault.at >= definition.end && !tokens.at(-1)!.open) {
    const open = neverClosed(document.text, tokens);
    if (open) return { code: "unclosed", bracket: open.text, start: open.start, end: open.end };
  }
  const token = tokens[Math.min(firstTokenEndingAfter(tokens, fault.at), tokens.length - 1)]!;
  // What is read as a blank here is none to the parser, such as a no-break space.
  const isBetween = fault.at < token.start && !isBlank(document.text[fault.at]);
  if (isBetween) return { code: "syntax", message: fault.message, start: fault.at, end: fault.at + 1 };
  const lineEnd = /[\n\r]/.exec(token.text)?.index ?? token.text.length;
  return { code: "syntax", message: fault.message, start: token.start, end: token.start + Math.max(1, lineEnd) };
}

/**
 * The opening bracket most likely to lack its partner: the first that is closed at another indentation than it was
 * opened at, otherwise the innermost that is still open.
 */
function neverClosed(text: string, tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  let suspect: Token | undefined;
  for (const token of tokens) {
    if (isOpening(token)) open.push(token);
    if (!isClosing(token)) continue;
    const partner = open.pop();
    if (partner && startsLine(text, token) && indentation(text, partner) !== indentation(text, token))
      suspect ??= partner;
  }
  return open.length === 0 ? undefined : (suspect ?? open.at(-1));
}

function isBlank(char: string | undefined): boolean {
  return char === undefined || " \t\n\r,\uFEFF".includes(char);
}

function startsLine(text: string, { start }: Token): boolean {
  return text.slice(lineStart(text, start), start).trim() === "";
}

function indentation(text: string, { start }: Token): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, start), start))![0];
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}
