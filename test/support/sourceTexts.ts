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

/** Properties, and arguments of calls by their place, that hold what a person reads. */
const shownProperties = /^(?:label|description|detail|title|prompt|placeHolder|placeholder|tooltip|remedy|openLabel)$/;
const shownArguments: Readonly<Record<string, number>> = {
  ...{ NodeError: 1, showInformationMessage: 0, showWarningMessage: 0, showErrorMessage: 0, askInDialog: 0 },
  ...{ setStatusBarMessage: 0, QuickPick: 0 },
};

/** Texts of features that a person reads and nothing translates, each with its place. */
export function untranslatedTexts(): { place: string; text: string }[] {
  const names = readdirSync(join(source, "features"), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) =>
      plainTextsIn(readFileSync(join(source, "features", name), "utf8")).map(({ text, line }) => {
        return { place: `src/features/${name}:${line}`, text };
      }),
    );
}

/** The same of one file's text. */
export function plainTextsIn(code: string): { text: string; line: number }[] {
  const file = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest);
  const found: { text: string; line: number }[] = [];
  const take = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
    const text = ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
    // Words of ours: a capital, or one word after another. Ids, paths and the like are neither.
    const said = text ? node.getText(file).slice(1, -1) : "";
    if (/^\p{Lu}\p{Ll}+(?: |…|$)|\p{Ll} +\p{Ll}/u.test(said.replace(/\$\{[^}]*\}/g, "")))
      found.push({ text: said, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
  };
  const look = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && shownProperties.test(node.name.getText(file))) take(node.initializer);
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      take(node.arguments?.[shownArguments[node.expression.getText(file)] ?? Number.NaN]);
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
