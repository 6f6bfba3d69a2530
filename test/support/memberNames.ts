import ts from "typescript";

/** Names that a source takes from objects and from VS Code: `x.name`, `x["name"]`, `{ name } = x`, `import { name }`. */
export function memberNames(source: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) found.add(node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      found.add(node.argumentExpression.text);
    if (ts.isBindingElement(node)) found.add((node.propertyName ?? node.name).getText());
    if (ts.isImportDeclaration(node) && (node.moduleSpecifier as ts.StringLiteral).text === "vscode") {
      const names = node.importClause?.namedBindings;
      if (names && ts.isNamedImports(names))
        for (const each of names.elements) found.add((each.propertyName ?? each.name).text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true));
  return [...found];
}
