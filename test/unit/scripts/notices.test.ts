import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { noticesText } from "../../../scripts/notices.mjs";

const root = resolve(__dirname, "../../..");

type Metafile = Parameters<typeof noticesText>[1][number];

describe("the notices of what the bundles hold", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainscope-notices-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("name every package that a bundle was made of, with its licence", async () => {
    await promisify(execFile)(process.execPath, [join(root, "esbuild.mjs"), `--into=${folder}`], { cwd: root });
    const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8").split(/^={80}$/m);
    const metafiles = JSON.parse(readFileSync(join(folder, "dist", "metafiles.json"), "utf8")) as Metafile[];
    const packages = packagesIn(metafiles);
    assert.ok(packages.length > 3, packages.join());
    for (const name of packages) {
      const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
        version: string;
      };
      const notice = notices.find((each) => each.trim().startsWith(`${name} ${version}\n`));
      assert.match(notice ?? `${name} is missing`, /^Licence: \S+[\s\S]+Copyright[\s\S]+AS IS/m);
    }
    assert.match(notices.join(), /^llhttp[\s\S]*Fedor Indutny/m);
    assert.match(notices.join(), /Licenses of bundled dependencies[\s\S]*@babel/);
  });

  it("cannot be made for a package that brings no licence text", () => {
    const bare = join(folder, "node_modules", "bare");
    mkdirSync(bare, { recursive: true });
    writeFileSync(join(bare, "package.json"), JSON.stringify({ name: "bare", version: "1.0.0", license: "MIT" }));
    const metafile: Metafile = { inputs: { "node_modules/bare/index.js": { bytes: 1, imports: [] } }, outputs: {} };
    assert.throws(() => noticesText(folder, [metafile]), /bare brings no licence text/);
    writeFileSync(join(bare, "LICENSE.md"), "Copyright of its author");
    assert.match(noticesText(folder, [metafile]), /bare 1\.0\.0\n\nLicence: MIT\n\nCopyright of its author/);
  });
});

/** The names after the last node_modules of every input. */
function packagesIn(metafiles: Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = inputs.flatMap((input) => /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set(names)];
}
