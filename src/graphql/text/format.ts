import { parse } from "graphql";
import { format } from "prettier";
import { definitionSlices } from "./definitionSlices";
import { tooDeepAt } from "./nesting";
import { tokenize } from "./tokens";

/** How a document is to be indented. */
export interface Indentation {
  readonly width: number;
  readonly tabs: boolean;
}

/** A formatted text, in which `left` definitions are as they were; or the line, counted from 1, that does not parse. */
export type Formatted = { readonly text: string; readonly left?: number } | { readonly brokenAt: number | undefined };

/**
 * The document in its canonical layout, comments kept. Text that does not parse is not touched, nor is a definition that
 * would say something else afterwards (the library moves blanks within block strings), or that never comes to rest.
 */
export async function formatDocument(text: string, indentation: Indentation): Promise<Formatted> {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { brokenAt: text.slice(0, deep).split("\n").length };
  try {
    const whole = await soundLayout(text, indentation);
    return whole === undefined ? await formatEach(text, indentation) : { text: whole };
  } catch (error) {
    return { brokenAt: (error as { loc?: { start?: { line?: number } } }).loc?.start?.line };
  }
}

async function formatEach(text: string, indentation: Indentation): Promise<Formatted> {
  let formatted = "";
  let from = 0;
  let left = 0;
  for (const { start, end } of definitionSlices(text, tokenize(text))) {
    const layout = await soundLayout(text.slice(start, end), indentation);
    if (layout === undefined) left += 1;
    formatted += text.slice(from, start) + (layout?.trimEnd() ?? text.slice(start, end));
    from = end;
  }
  return { text: formatted + text.slice(from), left };
}

/** The layout, if it says the same as the text and stays as it is when formatted again. */
async function soundLayout(text: string, { width, tabs }: Indentation): Promise<string | undefined> {
  const layout = (source: string) => format(source, { parser: "graphql", tabWidth: width, useTabs: tabs });
  const once = await layout(text);
  return meaningOf(once) === meaningOf(text) && (await layout(once)) === once ? once : undefined;
}

/**
 * The syntax tree as text, and what stands where in it: a comment says something of what it stands beside. Marks that a
 * layout may add or drop are left out; of texts only the tree has the value.
 */
function meaningOf(text: string): string {
  const tokens = tokenize(text);
  const places = tokens.flatMap(({ kind, text: written }) => {
    if (kind === "comment") return [written.trimEnd()];
    return kind === "string" ? ['""'] : written === "|" || written === "&" ? [] : [written];
  });
  const isBlank = tokens.every(({ kind }) => kind === "comment");
  return JSON.stringify([places, !isBlank && parse(text, { noLocation: true })]);
}
