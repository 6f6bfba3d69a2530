import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "../../..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, unknown>;

/** Every string value under one of these keys, anywhere in the tree. */
function valuesOf(tree: unknown, keys: readonly string[]): string[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    keys.includes(key) && typeof value === "string" ? [value] : valuesOf(value, keys),
  );
}

describe("the colours of GraphQL", () => {
  const grammar = read("syntaxes/graphql.tmLanguage.json");

  it("refer only to rules that exist, and use each of them", () => {
    const rules = Object.keys(grammar.repository as object);
    const included = new Set(valuesOf(grammar, ["include"]).map((name) => name.replace(/^#/, "")));
    assert.deepEqual(
      [...included].filter((name) => !rules.includes(name)),
      [],
    );
    assert.deepEqual(
      rules.filter((name) => !included.has(name)),
      [],
    );
  });

  it("are sound expressions and scopes of this language", () => {
    for (const pattern of valuesOf(grammar, ["match", "begin", "end"]))
      assert.doesNotThrow(() => new RegExp(pattern), pattern);
    for (const scope of valuesOf(grammar.repository, ["name"]))
      assert.match(scope, /^[a-z-]+(\.[a-z-]+)*\.graphql( [a-z-]+(\.[a-z-]+)*\.graphql)?$/);
    // Another extension's grammar of GraphQL may stand beside this one.
    assert.equal(grammar.scopeName, "source.graphql.chainscope");
  });
});

describe("GraphQL as it is coloured", () => {
  const run = promisify(execFile);
  const tester = join(root, "node_modules/vscode-tmgrammar-test/dist/unit.js");
  const folder = join(__dirname, "grammar");

  const grammar = join(root, "syntaxes/graphql.tmLanguage.json");
  const files = readdirSync(folder).filter((name) => /\.g/.test(name));
  const rows: [file: string, flags: string[]][] = [
    ...files.map((file): [string, string[]] => [file, ["-g", grammar]]),
    // What a program is beside its templates says a small grammar here: those of languages are VS Code's.
    ["programs/templates.program", ["-g", join(folder, "programs/program.tmLanguage.json")]],
  ];
  for (const [file, flags] of rows) {
    it(`has the scopes that ${file} says`, async () => {
      const outcome = await run(process.execPath, [tester, ...flags, join(folder, file)], { cwd: root }).then(
        () => "as said",
        ({ stdout }: { stdout: string }) => stdout,
      );
      assert.equal(outcome, "as said");
    }).timeout(20_000);
  }

  const { contributes } = read("package.json") as { contributes: { grammars: { injectTo?: string[] }[] } };
  const others = contributes.grammars.flatMap(({ injectTo = [] }) => injectTo).filter((scope) => scope !== "source.ts");

  it("is the same in every kind of program", async () => {
    assert.deepEqual(others, ["source.tsx", "source.js", "source.js.jsx"]);
    const temporary = await mkdtemp(join(tmpdir(), "chainscope-grammar-"));
    const copy = async (file: string, scope: string) => {
      const copied = join(temporary, `${scope}.${file}`);
      const text = readFileSync(join(folder, "programs", file), "utf8");
      await writeFile(copied, text.replace(/source\.ts\b/g, scope));
      return copied;
    };
    for (const scope of others) {
      // Expressions are TypeScript everywhere.
      const flags = ["-g", join(folder, "programs/program.tmLanguage.json")];
      flags.push("-g", await copy("program.tmLanguage.json", scope), await copy("templates.program", scope));
      await run(process.execPath, [tester, ...flags], { cwd: root });
    }
    await rm(temporary, { recursive: true });
  }).timeout(60_000);
});

describe("editing GraphQL", () => {
  const { wordPattern, indentationRules } = read("syntaxes/graphql.language-configuration.json") as {
    wordPattern: string;
    indentationRules: { increaseIndentPattern: string; decreaseIndentPattern: string };
  };

  it("takes names and numbers as words, without the signs around them", () => {
    const text = 'tip: block(height: $from, at: -1.5e3) @include { ...Bits "a-b" }'.match(new RegExp(wordPattern, "g"));
    assert.deepEqual(text, ["tip", "block", "height", "from", "at", "-1.5e3", "include", "Bits", "a", "b"]);
  });

  const lines: [line: string, indents: boolean][] = [
    ["query A {", true],
    ["  block(", true],
    ["  blocks(range: [", true],
    ["{ # comment }", true],
    ['  block(hash: "}") {', true],
    ["  block { id }", false],
    ["  reward", false],
    ["# query {", false],
    ['  note(text: "{")', false],
  ];
  for (const [line, indents] of lines) {
    it(`${indents ? "indents" : "does not indent"} behind ${line}`, () => {
      assert.equal(new RegExp(indentationRules.increaseIndentPattern).test(line), indents);
    });
  }

  it("moves closing brackets back", () => {
    for (const line of ["}", "  ) {", "\t]"]) assert.match(line, new RegExp(indentationRules.decreaseIndentPattern));
  });
});
