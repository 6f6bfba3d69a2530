import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { importedNames } from "../../../scripts/importedNames.mjs";
import { isPreRelease, missing, publishCommands, repositoryOf } from "../../../scripts/listing.mjs";
import { packedText } from "../../../scripts/packedText.mjs";

const root = resolve(__dirname, "../../..");

describe("a page of the package", () => {
  it("leads to the files of the repository where its address is known", () => {
    const repository = "https://example.org/chainscope";
    const packed = packedText("![All](docs/a.webp) See [the rules](CONTRIBUTING.md).", repository);
    assert.equal(
      packed,
      `![All](${repository}/raw/HEAD/docs/a.webp) See [the rules](${repository}/blob/HEAD/CONTRIBUTING.md).`,
    );
  });

  it("leads nowhere and shows no picture where it is not", () => {
    const packed = packedText("Above\n\n![All](docs/a.webp)\n\nSee [the rules](CONTRIBUTING.md).");
    assert.equal(packed, "Above\n\nSee the rules.");
  });

  it("keeps addresses, places in the page, commands, and what stands in code", () => {
    const text = "[a](https://example.org) [b](#settings) [c](command:chainscope.connect) `[d](e)`\n```\n[f](g)\n```\n";
    assert.equal(packedText(text), text);
  });
});

describe("a version to publish", () => {
  const manifest = {
    ...{ version: "1.2.0", publisher: "someone", bugs: "https://example.org/issues", homepage: "https://example.org" },
    repository: { type: "git", url: "git+https://example.org/chainscope.git" },
  };
  const env = { VSCE_PAT: "one", OVSX_PAT: "other" };
  const changelog = "# Changelog\n\n## 1.2.0 (2026-01-31)\n";

  it("misses nothing once it has addresses, a dated entry in the changelog and both tokens", () => {
    assert.deepEqual(missing({ manifest, changelog, env }), []);
    assert.equal(repositoryOf(manifest), "https://example.org/chainscope");
  });

  for (const [what, version, sentence] of [
    ["a repository", { manifest: { ...manifest, repository: undefined }, changelog, env }, /repository/],
    [
      "a repository that pages can link to",
      { manifest: { ...manifest, repository: "git@example.org:a" }, changelog, env },
      /https/,
    ],
    ["a place for bugs", { manifest: { ...manifest, bugs: undefined }, changelog, env }, /bugs/],
    ["the date of its entry", { manifest, changelog: "## 1.2.0\n", env }, /1\.2\.0 \(year/],
    ["an entry of its own", { manifest, changelog: "## 1.1.0 (2026-01-31)\n", env }, /1\.2\.0/],
    ["a token", { manifest, changelog, env: { VSCE_PAT: "one" } }, /OVSX_PAT/],
  ] as const) {
    it(`is not published without ${what}`, () => {
      const [said, ...others] = missing(version);
      assert.match(said ?? "", sentence);
      assert.deepEqual(others, []);
    });
  }

  it("is one file for both registries, marked as one to try when its minor version is odd", () => {
    assert.deepEqual([isPreRelease("1.2.0"), isPreRelease("0.1.9"), isPreRelease("1.10.0")], [false, true, false]);
    for (const [version, isMarked] of [
      ["1.2.0", false],
      ["1.3.0", true],
    ] as const) {
      const commands = publishCommands(version, "out/a.vsix").map(({ command }) => command);
      assert.equal(commands.length, 2);
      for (const command of commands) {
        assert.ok(command.includes("out/a.vsix"));
        assert.equal(command.includes("--pre-release"), isMarked);
      }
    }
  });

  it("says in a dry run what would be run and what is missing, and shows no token", () => {
    const { VSCE_PAT: _, OVSX_PAT: __, ...others } = process.env;
    const dryRun = (env: NodeJS.ProcessEnv) =>
      spawnSync(process.execPath, [join(root, "scripts", "publish.mjs"), "--dry-run"], {
        env: { ...others, ...env },
        encoding: "utf8",
      });
    const bare = dryRun({});
    assert.match(
      bare.stdout,
      /vsce publish --packagePath out.chainscope\.vsix[\s\S]*ovsx\S* publish out.chainscope\.vsix/,
    );
    assert.match(bare.stderr, /VSCE_PAT[\s\S]*OVSX_PAT/);
    assert.notEqual(bare.status, 0);
    const tokens = dryRun({ VSCE_PAT: "secret-of-one", OVSX_PAT: "secret-of-other" });
    assert.doesNotMatch(tokens.stdout + tokens.stderr, /secret-of/);
    assert.doesNotMatch(tokens.stderr, /_PAT/);
  });
});

describe("what the source imports of a library", () => {
  it("is its values, each once, under the library's names", () => {
    const folder = mkdtempSync(join(tmpdir(), "chainscope-imports-"));
    writeFileSync(
      join(folder, "a.ts"),
      `import { parse, type Source,\n  Kind as K,\n} from "graphql";\nimport type { Never } from "graphql";\n`,
    );
    writeFileSync(join(folder, "b.ts"), `import { parse } from "graphql";\nimport { other } from "another";\n`);
    assert.deepEqual(importedNames("graphql", folder), ["Kind", "parse"]);
    rmSync(folder, { recursive: true });
  });
});
