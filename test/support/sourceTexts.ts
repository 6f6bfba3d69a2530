import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { templateText } from "../../src/base/translate";

const source = resolve(__dirname, "../../src");

/** Text that the code shows through a translation → the place where it stands first, as `file:line`. */
export function sourceTexts(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const names = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const name of names.sort())
    for (const { text, line } of textsIn(readFileSync(join(source, name), "utf8")))
      if (!found.has(text)) found.set(text, `src/${name}:${line}`);
  return found;
}

/** The same of one file's text: what is tagged with `t` or `words`, and both numbers of what is `counted`. */
export function textsIn(code: string): { text: string; line: number }[] {
  if (!/\b(?:t|words)`|\bcounted\(/.test(code)) return [];
  const file = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest);
  const found: { text: string; line: number }[] = [];
  const look = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    for (const text of textsOf(node, file))
      if (/\p{L}/u.test(text.replace(/\{\d+\}|\$\([a-z~-]+\)/g, ""))) found.push({ text, line });
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

function textsOf(node: ts.Node, file: ts.SourceFile): string[] {
  if (ts.isTaggedTemplateExpression(node) && ["t", "words"].includes(node.tag.getText(file))) {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    return [templateText([template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)])];
  }
  if (!ts.isCallExpression(node) || node.expression.getText(file) !== "counted") return [];
  const [, thing] = node.arguments;
  return thing && ts.isStringLiteral(thing) ? [`{0} ${thing.text}`, `{0} ${thing.text}s`] : [];
}
