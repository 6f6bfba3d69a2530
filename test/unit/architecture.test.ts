import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";
import { memberNames } from "../support/memberNames";

const source = resolve(__dirname, "../../src");

/** Folder → the other folders of ours that it may import. A new folder gets a row here and in docs/architecture.md. */
const mayImport: Record<string, readonly string[]> = {
  base: [],
  wire: ["base"],
  graphql: ["wire", "base"],
  contract: ["wire", "base"],
  bridge: ["contract", "wire", "base"],
  client: ["driver", "wire", "base"],
  driver: ["wire", "base"],
  host: ["wire", "base"],
  features: ["host", "client", "driver", "graphql", "contract", "bridge", "wire", "base"],
  webview: ["bridge", "contract", "wire", "base"],
  sandbox: [],
};

/** What is started, and what has to come before all else. */
const entries = ["activation.ts", "extension.ts", "displayLanguage.ts"];

/** Package → the only files that may import it; the folders are those whose files all may. */
const doors: Record<string, readonly string[]> = {
  undici: ["client/http/connectionPool.ts"],
  ws: ["client/session/eventSession.ts", "sandbox/"],
  graphql: ["graphql/", "sandbox/"],
  "graphql-language-service": ["graphql/"],
  prettier: ["graphql/text/format.ts"],
  re2js: ["features/eventTail/model/lines/linearPattern.ts"],
  semver: ["client/http/versionMatch.ts", "sandbox/http/versionRule.ts"],
  vscode: ["host/", "features/", ...entries],
};

/** What VS Code shows words by → the only files that may use it, since they see to it that words stay words. */
const wordDoors: Record<string, readonly string[]> = {
  ...doorOf("host/messages.ts", ["showInformationMessage", "showWarningMessage", "showErrorMessage"]),
  ...doorOf("host/messages.ts", ["withProgress", "setStatusBarMessage"]),
  ...doorOf("host/quickPicks.ts", ["showQuickPick", "createQuickPick", "showWorkspaceFolderPick"]),
  ...doorOf("host/inputBoxes.ts", ["showInputBox", "createInputBox"]),
  ...doorOf("host/statusItems.ts", ["createStatusBarItem", "createLanguageStatusItem"]),
  ...doorOf("host/views.ts", ["createTreeView", "createOutputChannel", "createWebviewPanel", "createTerminal"]),
  ...doorOf("host/dialogs.ts", ["showSaveDialog", "showOpenDialog"]),
  ...doorOf("host/codeLens.ts", ["CodeLens"]),
  ...doorOf("host/testItems.ts", ["createTestItem", "TestMessage"]),
  // Hovers of ours have one link to one command; the words beside it are appended as text or as a block of code.
  MarkdownString: [
    "features/contractPanel/callFiles/callFileLanguage.ts",
    "features/eventTail/commands/openEvent.ts",
    "features/eventTail/tailLenses.ts",
    "features/graphqlEditing/language/hoverProvider.ts",
    "features/graphqlEditing/run/openValue.ts",
    "features/transactions/transactionFiles.ts",
  ],
};

const pureFolders = ["base", "wire", "graphql", "contract", "bridge"];

interface Import {
  file: string;
  specifier: string;
}

const files = sourceFiles(source);
const imports = files.flatMap(importsOf);

describe("architecture", () => {
  it("knows every folder of src", () => {
    const folders = readdirSync(source, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    assert.deepEqual(
      folders.filter((folder) => !(folder in mayImport) && sourceFiles(join(source, folder)).length > 0),
      [],
    );
  });

  it("has every folder of the table described in docs/architecture.md", () => {
    const page = readFileSync(resolve(source, "../docs/architecture.md"), "utf8");
    assert.deepEqual(
      Object.keys(mayImport).filter((folder) => !page.includes(`\`${folder}\``)),
      [],
    );
  });

  it("names files in docs/architecture.md that are there", () => {
    const page = readFileSync(resolve(source, "../docs/architecture.md"), "utf8");
    const named = [...page.matchAll(/`([\w./]+\.ts)`/g)].map(([, path]) => path!);
    assert.ok(named.length > 100);
    const isThere = (path: string) =>
      files.some((file) => `/${file}`.endsWith(`/${path}`)) || existsSync(resolve(source, "..", path));
    assert.deepEqual(
      named.filter((path) => !isThere(path)),
      [],
    );
  });

  it("lets arrows point only where the table says", () => {
    assert.deepEqual(
      ours().flatMap(({ file, to }) => {
        const [from, into] = [folderOf(file), folderOf(to)];
        const fine = from === into || entries.includes(from) || mayImport[from]?.includes(into);
        return fine ? [] : [`${file} imports ${to}`];
      }),
      [],
    );
  });

  it("keeps features out of one another", () => {
    assert.deepEqual(
      ours().flatMap(({ file, to }) => {
        const [from, into] = [featureOf(file), featureOf(to)];
        return from && into && from !== into ? [`${file} imports ${to}`] : [];
      }),
      [],
    );
  });

  it("enters a feature only by the file that has its name", () => {
    assert.deepEqual(
      ours().flatMap(({ file, to }) => {
        const into = featureOf(to);
        const inside = into && featureOf(file) === into;
        return into && !inside && to !== `features/${into}/${into}.ts` ? [`${file} imports ${to}`] : [];
      }),
      [],
    );
  });

  it("has no circle of files, at run time or by types", () => {
    const loaded = new Map<string, string[]>();
    for (const { file, to } of ours()) loaded.set(file, [...(loaded.get(file) ?? []), to]);
    const fine = new Set<string>();
    const circleFrom = (file: string, trail: readonly string[]): string | undefined => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file].join(" ► ");
      const found = fine.has(file)
        ? undefined
        : firstOf(loaded.get(file) ?? [], (to) => circleFrom(to, [...trail, file]));
      if (!found) fine.add(file);
      return found;
    };
    assert.equal(
      firstOf(files, (file) => circleFrom(file, [])),
      undefined,
    );
  });

  it("keeps the models of features free of the editor, whatever they import", () => {
    const direct = new Map<string, string[]>();
    for (const { file, to } of ours()) direct.set(file, [...(direct.get(file) ?? []), to]);
    const editors = new Set(imports.filter(({ specifier }) => specifier === "vscode").map(({ file }) => file));
    const wayToEditor = (file: string, seen = new Set<string>()): string | undefined => {
      if (editors.has(file) || folderOf(file) === "host") return file;
      seen.add(file);
      for (const to of direct.get(file) ?? []) {
        const trail = seen.has(to) ? undefined : wayToEditor(to, seen);
        if (trail) return `${file} ► ${trail}`;
      }
      return undefined;
    };
    const models = files.filter((file) => /^features\/\w+\/model\//.test(file));
    assert.ok(models.length > 0);
    assert.deepEqual(
      models.flatMap((file) => wayToEditor(file) ?? []),
      [],
    );
  });

  it("has no folder with more files side by side than a person takes in", () => {
    const folders = [...new Set(files.map((file) => dirname(file)))];
    assert.deepEqual(
      folders.filter((folder) => files.filter((file) => dirname(file) === folder).length > 25),
      [],
    );
  });

  it("lets each library in by its own door", () => {
    assert.deepEqual(
      imports.flatMap(({ file, specifier }) => {
        const allowed = doors[packageOf(specifier)];
        const fine = !allowed || allowed.some((door) => (door.endsWith("/") ? file.startsWith(door) : file === door));
        return fine ? [] : [`${file} imports ${specifier}`];
      }),
      [],
    );
  });

  it("says words by the doors of host only", () => {
    assert.deepEqual(
      files.flatMap((file) =>
        memberNames(text(file)).flatMap((name) => {
          const allowed = Object.hasOwn(wordDoors, name) ? wordDoors[name] : undefined;
          return !allowed || allowed.includes(file) ? [] : [`${file} uses ${name}, which is for ${allowed.join(", ")}`];
        }),
      ),
      [],
    );
  });

  it("imports no package that has no door", () => {
    const strangers = imports.filter(({ specifier }) => isPackage(specifier) && !(packageOf(specifier) in doors));
    assert.deepEqual(
      strangers.map(({ file, specifier }) => `${file} imports ${specifier}`),
      [],
    );
  });

  it("keeps Node.js and the editor out of pure code", () => {
    assert.deepEqual(
      imports.flatMap(({ file, specifier }) => {
        const pure = pureFolders.includes(folderOf(file)) || folderOf(file) === "webview";
        return pure && (specifier.startsWith("node:") || specifier === "vscode")
          ? [`${file} imports ${specifier}`]
          : [];
      }),
      [],
    );
  });

  it("uses no Node.js globals in pure code", () => {
    const node = /\b(Buffer|process|require|__dirname)\b(?!:)/;
    const guilty = files.filter((file) => pureFolders.includes(folderOf(file)) && node.test(code(file)));
    assert.deepEqual(guilty, []);
  });

  it("writes files by the one function that writes them whole", () => {
    const writing = /\bfs\.(writeFile|rename|copy)\(|\bcreateWriteStream\(|\bappendFile\(|\bwriteFileSync\(/;
    const guilty = files.filter(
      (file) => folderOf(file) !== "host" && (writing.test(code(file)) || /\bopen\([^)]*"w/.test(text(file))),
    );
    // A recording grows; remembered variables begin empty, in a memory of our own.
    const known = [
      "features/eventTail/model/recordings/eventRecorder.ts",
      "features/graphqlEditing/variables/variablesEditor.ts",
    ];
    assert.deepEqual(guilty.sort(), known);
  });

  it("keeps the bounds of what is not ours on one page", () => {
    const bound = /\bconst ((?:most|longest|largest|deepest|farthest|max)\w*)(?<!Ms) = [\d_]+(?:;| \*)/g;
    const found = files.flatMap((file) =>
      [...code(file).matchAll(bound)].map(([, name]) => `${file}: ${String(name)}`),
    );
    // Tries, the length of a sentence, and how far a reader looks or a row is worth drawing: each says why where it is.
    const known = [
      "client/session/retryPlan.ts: maxRefusals",
      "driver/driverProcess.ts: mostFailedStarts",
      "features/eventTail/model/decode/localDrivers.ts: mostFailures",
      "features/explorer/explorerTree.ts: mostRedrawn",
      "graphql/schema/schemaWording.ts: mostListed",
      "graphql/schema/sdlMemberTokens.ts: farthestEnd",
      "graphql/variables/variableDraft.ts: deepest",
    ];
    assert.deepEqual(found.filter((each) => !each.startsWith("sandbox/")).sort(), known);
  });

  it("has no barrels and no default exports", () => {
    const guilty = files.filter((file) => /(^|\/)index\.ts$/.test(file) || /^export default /m.test(text(file)));
    assert.deepEqual(guilty, []);
  });
});

function firstOf<T, R>(list: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Our own modules' imports of one another, as paths below src. */
function ours(): { file: string; to: string }[] {
  return imports.flatMap(({ file, specifier }) => {
    if (!specifier.startsWith(".")) return [];
    const path = resolve(source, dirname(file), specifier);
    const target = [`${path}.ts`, path, join(path, "index.ts")].find((candidate) => existsSync(candidate));
    return [
      {
        file,
        to: relative(source, target ?? path)
          .split(sep)
          .join("/"),
      },
    ];
  });
}

function importsOf(file: string): Import[] {
  const parsed = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const named = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
    const called =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
    const typed = ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
    const specifier = named ?? called ?? typed;
    if (specifier && ts.isStringLiteralLike(specifier)) {
      found.push({ file, specifier: specifier.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function doorOf(file: string, names: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, [file]]));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => relative(source, join(folder, name)).split(sep).join("/"));
}

function text(file: string): string {
  return readFileSync(join(source, file), "utf8");
}

/** The text without comments and strings, so that words in them do not count. */
function code(file: string): string {
  return text(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/gm, "");
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function featureOf(file: string): string | undefined {
  const [folder, feature] = file.split("/");
  return folder === "features" ? feature : undefined;
}

function packageOf(specifier: string): string {
  return specifier.startsWith("@")
    ? specifier.split("/").slice(0, 2).join("/")
    : (specifier.split("/")[0] ?? specifier);
}

function isPackage(specifier: string): boolean {
  return !specifier.startsWith(".") && !specifier.startsWith("node:");
}
