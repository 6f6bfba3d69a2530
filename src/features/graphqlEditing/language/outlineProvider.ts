import * as vscode from "vscode";
import { foldingOf } from "../../../graphql/text/folding";
import type { OutlineItem, OutlineKind } from "../../../graphql/text/symbols";
import { outlineOf } from "../../../graphql/text/symbols";
import type { QueryIndex } from "../documents/queryIndex";
import type { StandDown } from "../documents/standDown";
import { rangeOf } from "../documents/textRange";

/** The outline of a document, and what of it can be folded. */
export class OutlineProvider implements vscode.DocumentSymbolProvider, vscode.FoldingRangeProvider {
  constructor(
    private readonly index: QueryIndex,
    private readonly standDown: StandDown,
  ) {}

  async provideDocumentSymbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
    if (await this.standDown.leaves(document.uri)) return [];
    return outlineOf(this.index.read(document)).map((item) => symbolOf(document, item));
  }

  async provideFoldingRanges(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
    if (await this.standDown.leaves(document.uri)) return [];
    return foldingOf(this.index.read(document)).flatMap(({ kind, start, end }) => {
      const first = document.positionAt(start).line;
      // The line of the closing bracket stays in sight.
      const last = document.positionAt(end).line - (kind === "region" ? 1 : 0);
      if (last <= first) return [];
      return [new vscode.FoldingRange(first, last, kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined)];
    });
  }
}

function symbolOf(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
  const { name, detail = "", kind, selectionStart, selectionEnd } = item;
  const selection = rangeOf(document, { start: selectionStart, end: selectionEnd });
  const symbol = new vscode.DocumentSymbol(name, detail, symbolKind[kind], rangeOf(document, item), selection);
  symbol.children = item.children.map((child) => symbolOf(document, child));
  return symbol;
}

const { SymbolKind: Kind } = vscode;
const symbolKind: Record<OutlineKind, vscode.SymbolKind> = {
  query: Kind.Function,
  mutation: Kind.Function,
  subscription: Kind.Event,
  fragment: Kind.Struct,
  field: Kind.Field,
  type: Kind.Class,
  directive: Kind.Operator,
  member: Kind.Property,
};
