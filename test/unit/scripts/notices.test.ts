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
  let built: string;
  let metafiles: Metafile[];
  before(async () => {
    built = mkdtempSync(join(tmpdir(), "chainscope-built-"));
    await promisify(execFile)(process.execPath, [join(root, "esbuild.mjs"), `--into=${built}`], { cwd: root });
    metafiles = JSON.parse(readFileSync(join(built, "dist", "metafiles.json"), "utf8")) as Metafile[];
  });
  after(() => rmSync(built, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainscope-notices-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("name every package that a bundle was made of, with its licence", () => {
    const notices = readFileSync(join(built, "THIRD-PARTY-NOTICES.txt"), "utf8").split(/^={80}$/m);
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

  it("speak of the packages that an audit of what ships looks at", () => {
    const { dependencies } = readJson("package.json") as { dependencies: Record<string, string> };
    const { packages } = readJson("package-lock.json") as { packages: Record<string, Locked> };
    const audited = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
    const bundled = packagesIn(metafiles);
    for (const name of bundled)
      assert.ok(
        audited.some(([path]) => path === `node_modules/${name}`),
        `${name} is bundled, but only for development`,
      );
    for (const name of Object.keys(dependencies)) assert.ok(bundled.includes(name), `${name} is in no bundle`);
    const addresses = Object.values(packages).filter(({ resolved }) => resolved !== undefined);
    assert.deepEqual(addresses, [], "the lock file leads to no registry of its own");
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

interface Locked {
  dev?: boolean;
  resolved?: string;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

/** The names after the last node_modules of every input. */
function packagesIn(metafiles: Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = inputs.flatMap((input) => /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set(names)];
}
