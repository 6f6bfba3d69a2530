// @ts-check
// npm run package: out/chainscope.vsix, made in a folder of its own that holds what ships and nothing else.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { isPreRelease, repositoryOf } from "./listing.mjs";
import { packedText } from "./packedText.mjs";
import { exitWith, run } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "out", "package");
const archive = join(root, "out", "chainscope.vsix");

try {
  await bootstrap();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundle();
  for (const name of ["media", "syntaxes", "LICENSE"])
    await cp(join(root, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await writeFile(join(folder, "package.json"), JSON.stringify(shipped(manifest)));
  await mkdir(join(folder, "l10n"));
  for (const name of ["package.nls.json", "package.nls.de.json", "l10n/bundle.l10n.de.json"])
    await writeFile(join(folder, name), JSON.stringify(JSON.parse(await readFile(join(root, name), "utf8"))));
  for (const name of ["README.md", "CHANGELOG.md"]) {
    const text = await readFile(join(root, name), "utf8");
    await writeFile(join(folder, name), packedText(text, repositoryOf(manifest)));
  }
  await pack(isPreRelease(manifest.version));
  await packTighter();
} catch (error) {
  exitWith(error);
}

async function bundle() {
  await run(process.execPath, [join(root, "esbuild.mjs"), "--production", `--into=${folder}`], {
    ...{
      cwd: root,
      tailLines: 60,
      failed: "The extension could not be built",
      remedy: "correct what the output names",
    },
  });
  await rm(join(folder, "dist", "metafiles.json"));
}

/** The manifest without what is for those who develop. @param {Record<string, unknown>} manifest */
function shipped(manifest) {
  const unneeded = ["private", "scripts", "dependencies", "devDependencies"];
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !unneeded.includes(name)));
}

/** @param {boolean} preRelease */
async function pack(preRelease) {
  const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
  const options = ["--no-dependencies", "--no-rewrite-relative-links", "--allow-missing-repository"];
  const out = ["--out", archive];
  await run(process.execPath, [vsce, "package", ...options, ...(preRelease ? ["--pre-release"] : []), ...out], {
    ...{ cwd: folder, tailLines: 60, failed: "The extension could not be packaged", remedy: "see what vsce says" },
  });
}

/** Writes the archive again with the same files: vsce packs for speed, and its entries have times, so that no two are equal. */
async function packTighter() {
  const { default: sevenZip } = await import("7z-wasm");
  const { FS, callMain } = await sevenZip({ print: () => undefined });
  FS.writeFile("/in.vsix", await readFile(archive));
  callMain(["x", "-o/files", "/in.vsix"]);
  FS.chdir("/files");
  callMain(["a", "-tzip", "-mx=9", "-mtm=off", "/out.vsix", ...filesIn(FS, "")]);
  await writeFile(archive, FS.readFile("/out.vsix"));
}

/**
 * Folders are left out: a .vsix has no entries for them.
 * @param {import("7z-wasm").FileSystem} FS @param {string} path @returns {string[]}
 */
function filesIn(FS, path) {
  const names = FS.readdir(`./${path}`).filter((name) => name !== "." && name !== "..");
  return names.flatMap((name) => {
    const isFolder = FS.isDir(FS.stat(`${path}${name}`).mode);
    return isFolder ? filesIn(FS, `${path}${name}/`) : [`${path}${name}`];
  });
}
