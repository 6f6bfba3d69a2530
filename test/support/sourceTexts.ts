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
  ...{ setStatusBarMessage: 0, QuickPick: 0, StatusBarItem: 2 },
};

/** Where all that reads like our words is said to a person. */
const spokenFolders = ["webview", "bridge", "contract", "graphql", "client/transactions", "wire"];
/** Faults of JSON and of events' bytes, which logs and lines name. */
const unspoken = /^wire\/(?:json\/|eventFrame\.ts)/;
/** Names, and what GraphQL itself says. */
const notOurs = ["Chainscope Events", "Transfer contract", "Stake contract", "No longer supported"];

/** Texts that a person reads and nothing translates, each with its place. */
export function untranslatedTexts(): { place: string; text: string }[] {
  const spoken = spokenFolders.flatMap((folder) => foundIn(folder, plainSentencesIn));
  return [...foundIn("features", plainTextsIn), ...spoken].filter(({ text }) => !notOurs.includes(text));
}

function foundIn(folder: string, look: (code: string) => { text: string; line: number }[]) {
  const names = readdirSync(join(source, folder), { recursive: true, encoding: "utf8" });
  const files = names.map((name) => `${folder}/${name}`).filter((name) => name.endsWith(".ts") && !unspoken.test(name));
  return files.flatMap((name) =>
    look(readFileSync(join(source, name), "utf8")).map(({ text, line }) => ({ place: `src/${name}:${line}`, text })),
  );
}

/** What in one file's text reads like a sentence, a title or a label and stands where it may be shown. */
export function plainSentencesIn(code: string): { text: string; line: number }[] {
  const file = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest, true);
  const found: { text: string; line: number }[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isHidden(node)) return;
    if (isText(node) && !ts.isTaggedTemplateExpression(node.parent)) {
      const text = node.getText(file).slice(1, -1);
      const said = text.replace(/\$\{[^}]*\}/g, "");
      const reads =
        /^\p{Lu}\p{Ll}+(?: \p{L}|…|\.$)|\p{Ll}[,:]? +\p{Ll}+ +\p{Ll}|\p{Ll}{2}(?:…|\.)$|^[✓✗✔✘⚠■·] \p{L}/u.test(said) ||
        (/^\p{Lu}\p{Ll}+$/u.test(said) && isElementText(node));
      if (reads && !/^# |[{}]/.test(said))
        found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

function isText(node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** Classes of elements, and words that are taken apart. */
function isHidden(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return node.name.getText() === "class";
  if (ts.isBinaryExpression(node)) return node.left.getText().endsWith(".className");
  return isText(node) && ts.isPropertyAccessExpression(node.parent);
}

/** One word may be anything but where the page draws it. */
function isElementText({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(?:element|button|setText|box)$|Child/.test(parent.expression.getText());
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
