import type {
  ASTNode,
  DefinitionNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  Token,
} from "graphql";
import { Kind, TokenKind, visit } from "graphql";
import type { OperationRequest } from "../text/operations";
import { tryParse } from "../text/tryParse";

/** A request from which root fields were taken out, and the variables that it still declares. */
export interface ReducedRequest {
  readonly request: OperationRequest;
  readonly variables: readonly string[];
}

/**
 * The request without the root fields of these response keys, and without the fragments and variables that only they
 * used: a node refuses what is never used. Blanks stand in their place, so that places in the text stay. Undefined when
 * nothing would be left, or the query does not parse.
 */
export function requestWithout(request: OperationRequest, keys: readonly string[]): ReducedRequest | undefined {
  const definitions = tryParse(request.query, false);
  const operation = definitions?.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!definitions || !operation) return undefined;
  const reduction = new Reduction(definitions, keys);
  if (!reduction.keeps(operation.selectionSet)) return undefined;
  const variables = reduction.finish(operation);
  return { request: { ...request, query: blanked(request.query, reduction.taken) }, variables };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Finds out what has to go. */
class Reduction {
  readonly taken: TextRange[] = [];
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly kept = new Map<string, boolean>();

  constructor(
    definitions: readonly DefinitionNode[],
    private readonly keys: readonly string[],
  ) {
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  /** Takes the fields out of a selection of the root type; false when nothing is left of it. */
  keeps({ selections }: SelectionSetNode): boolean {
    const left = selections.filter((selection) => {
      if (this.keepsOne(selection)) return true;
      this.taken.push(textRangeOf(selection));
      return false;
    });
    return left.length > 0;
  }

  /** Takes out the fragments and variables that are not used any more; returns the names of the other variables. */
  finish(operation: OperationDefinitionNode): string[] {
    const used = this.usedFrom(operation);
    for (const [name, fragment] of this.fragments)
      if (!used.fragments.has(name)) this.taken.push(textRangeOf(fragment));
    const declared = operation.variableDefinitions ?? [];
    const needed = declared.filter(({ variable }) => used.variables.has(variable.name.value));
    if (needed.length > 0) {
      this.taken.push(...declared.filter((each) => !needed.includes(each)).map(textRangeOf));
    } else if (declared.length > 0) {
      // Parentheses with nothing between them are no GraphQL.
      const [first, last] = [declared[0]!.loc!.startToken, declared.at(-1)!.loc!.endToken];
      this.taken.push({ start: bracketFrom(first, "prev").start, end: bracketFrom(last, "next").end });
    }
    return needed.map(({ variable }) => variable.name.value);
  }

  private keepsOne(selection: SelectionNode): boolean {
    if (selection.kind === Kind.FIELD) return !this.keys.includes((selection.alias ?? selection.name).value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.keeps(selection.selectionSet);
    const name = selection.name.value;
    const fragment = this.fragments.get(name);
    if (!fragment) return true;
    if (!this.kept.has(name)) {
      // What spreads itself adds nothing by that.
      this.kept.set(name, false);
      this.kept.set(name, this.keeps(fragment.selectionSet));
    }
    return this.kept.get(name) ?? true;
  }

  /** What is reached from the operation through that which stays. */
  private usedFrom(operation: OperationDefinitionNode) {
    const gone = new Set(this.taken.map(({ start }) => start));
    const fragments = new Set<string>();
    const variables = new Set<string>();
    const waiting: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      visit(node, {
        VariableDefinition: () => false,
        enter: (each) => {
          if (each !== node && gone.has(each.loc!.start) && isSelection(each)) return false;
          if (each.kind === Kind.VARIABLE) variables.add(each.name.value);
          const fragment = each.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(each.name.value) : undefined;
          if (!fragment || fragments.has(fragment.name.value)) return undefined;
          fragments.add(fragment.name.value);
          waiting.push(fragment);
          return undefined;
        },
      });
    }
    return { fragments, variables };
  }
}

/** The bracket before or after a token, whatever comments lie between them. */
function bracketFrom(token: Token, way: "prev" | "next"): Token {
  let found = token;
  do found = found[way] ?? found;
  while (found.kind === TokenKind.COMMENT);
  return found;
}

function isSelection({ kind }: ASTNode): boolean {
  return kind === Kind.FIELD || kind === Kind.INLINE_FRAGMENT || kind === Kind.FRAGMENT_SPREAD;
}

function textRangeOf({ loc }: SelectionNode | DefinitionNode | { loc?: TextRange }): TextRange {
  return { start: loc!.start, end: loc!.end };
}

function blanked(text: string, taken: readonly TextRange[]): string {
  let written = "";
  let at = 0;
  for (const { start, end } of [...taken].sort((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    written += text.slice(at, start) + text.slice(Math.max(at, start), end).replace(/[^\r\n]/g, " ");
    at = end;
  }
  return written + text.slice(at);
}
