import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const source = resolve(__dirname, "../../src");

/** A regular expression of src, and where it stands; `pattern` is missing when it is made of what only a run knows. */
export interface SourceRegularExpression {
  place: string;
  pattern?: RegExp;
}

/** Every regular expression of src: literals, and calls of `RegExp` whose parts are constants of the same file. */
export function sourceRegularExpressions(): SourceRegularExpression[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .flatMap((name) => regularExpressionsIn(name, readFileSync(join(source, name), "utf8")));
}

/** The regular expressions of one file's text. */
export function regularExpressionsIn(name: string, text: string): SourceRegularExpression[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: { node: ts.Node; pattern: () => RegExp | undefined }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) found.push({ node, pattern: () => literal(node.text) });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp")
      found.push({ node, pattern: () => made(node.arguments ?? [], constants) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.map(({ node, pattern }) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const known = pattern();
    return { place: `${name.replaceAll("\\", "/")}:${line + 1} ${node.getText()}`, ...(known && { pattern: known }) };
  });
}

function literal(text: string): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

function made(parts: readonly ts.Expression[], constants: Map<string, ts.Expression>): RegExp | undefined {
  const [pattern, flags = ""] = parts.map((part) => valueOf(part, constants));
  return pattern === undefined || (parts[1] && flags === "") ? undefined : new RegExp(pattern, flags);
}

function valueOf(node: ts.Expression | undefined, constants: Map<string, ts.Expression>): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return valueOf(constants.get(node.text), constants);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw")
    return ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined;
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map((span) => {
    const value = valueOf(span.expression, constants);
    return value === undefined ? undefined : value + span.literal.text;
  });
  return spans.includes(undefined) ? undefined : node.head.text + spans.join("");
}
