import { format } from "prettier";
import { tooDeepAt } from "./nesting";

/** How a document is to be indented. */
export interface Indentation {
  readonly width: number;
  readonly tabs: boolean;
}

/**
 * The document in its canonical layout, comments kept. Text that does not parse is not touched: `brokenAt` tells the
 * line, counted from 1, when the parser does.
 */
export async function formatDocument(
  text: string,
  { width, tabs }: Indentation,
): Promise<{ readonly text: string } | { readonly brokenAt: number | undefined }> {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { brokenAt: text.slice(0, deep).split("\n").length };
  try {
    return { text: await format(text, { parser: "graphql", tabWidth: width, useTabs: tabs }) };
  } catch (error) {
    return { brokenAt: (error as { loc?: { start?: { line?: number } } }).loc?.start?.line };
  }
}
