import type { DefinitionSlice } from "./definitionSlices";
import { closingIndex, executableKeywords, typeSystemKeywords } from "./definitionSlices";
import type { Token } from "./tokens";

export type DefinitionKind = "query" | "mutation" | "subscription" | "fragment" | "type-system" | "unknown";

/** A variable as its operation declares it. */
export interface VariableDeclaration {
  /** The name's token, without the `$` before it. */
  readonly name: Token;
  /** The type as written, `undefined` while it is missing. */
  readonly type?: string;
  readonly hasDefault: boolean;
  /** From the `$` to the end of the default value or of the type. */
  readonly start: number;
  readonly end: number;
}

/** What one definition declares and refers to, read from its tokens: half-written text has facts too. */
export interface DefinitionFacts {
  readonly kind: DefinitionKind;
  readonly name?: Token;
  /** The type behind `on` of a fragment. */
  readonly typeCondition?: Token;
  readonly declarations: readonly VariableDeclaration[];
  /** Names of variables where they are used, without the `$`. */
  readonly variables: readonly Token[];
  /** Names of fragments where they are spread. */
  readonly spreads: readonly Token[];
}

export function definitionFacts(slice: DefinitionSlice): DefinitionFacts {
  const { tokens } = slice;
  const kind = definitionKind(tokens);
  if (kind === "type-system" || kind === "unknown") return { kind, declarations: [], variables: [], spreads: [] };
  const declared = declarationEnd(tokens);
  const name = tokens[1]?.kind === "name" && tokens[0]!.text !== "{" ? tokens[1] : undefined;
  const isFragmentName = kind !== "fragment" || name?.text !== "on" || tokens[2]?.text === "on";
  const on = kind === "fragment" ? tokens.findIndex(({ text }, index) => index > 0 && index < 4 && text === "on") : -1;
  const typeCondition = on > 0 && tokens[on + 1]?.kind === "name" ? tokens[on + 1] : undefined;
  return {
    kind,
    ...(name && isFragmentName ? { name } : {}),
    ...(typeCondition ? { typeCondition } : {}),
    declarations: declarations(tokens.slice(0, declared)),
    variables: namesAfter(tokens.slice(declared), "$"),
    spreads: namesAfter(tokens, "...").filter(({ text }) => text !== "on"),
  };
}

function definitionKind(tokens: readonly Token[]): DefinitionKind {
  const first = tokens[0];
  if (first?.text === "{") return "query";
  const keyword = (first?.kind === "string" ? tokens[1] : first)?.text ?? "";
  if (executableKeywords.includes(keyword)) return keyword as DefinitionKind;
  return typeSystemKeywords.includes(keyword) ? "type-system" : "unknown";
}

/** Index behind the parenthesis that closes the variable declarations; 0 when there are none. */
function declarationEnd(tokens: readonly Token[]): number {
  const opening = tokens.findIndex(({ text }, index) => index < 3 && text === "(");
  if (opening < 0 || tokens[0]!.text === "{") return 0;
  const closing = closingIndex(tokens, opening);
  return closing < 0 ? tokens.length : closing + 1;
}

function declarations(tokens: readonly Token[]): VariableDeclaration[] {
  const starts = tokens.flatMap((token, index) =>
    token.text === "$" && tokens[index + 1]?.kind === "name" ? [index] : [],
  );
  return starts.map((start, order) => {
    const own = tokens.slice(start, starts[order + 1]);
    const parts = own.at(-1)?.text === ")" && starts[order + 1] === undefined ? own.slice(0, -1) : own;
    const rest = parts.findIndex(({ text }) => text === "=" || text === "@");
    const type = parts.slice(3, rest < 0 ? undefined : rest);
    return {
      name: parts[1]!,
      ...(type.length > 0 ? { type: type.map(({ text }) => text).join("") } : {}),
      hasDefault: parts[rest]?.text === "=",
      start: parts[0]!.start,
      end: parts.at(-1)!.end,
    };
  });
}

function namesAfter(tokens: readonly Token[], mark: string): Token[] {
  return tokens.filter((token, index) => token.kind === "name" && isMark(tokens[index - 1], mark));
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === "punctuator" && token.text === mark;
}
