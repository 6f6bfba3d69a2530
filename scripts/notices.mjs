// @ts-check
// The licences of what the bundles hold: every copy of a library has to carry its notice.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ name: string, version: string, license: string, texts: string[] }} Notice */

/** Files at the top of a package that hold its licence, and those that list what it contains itself. */
const noticeFiles = ["license", "licence", "copying", "notice", "third-party", "thirdparty"];

/** What a package contains of others without a file that says so: folder in the package → whose work it is. */
const contained = [
  { within: "undici/lib/llhttp/", name: "llhttp (compiled into undici)", copyright: "Copyright Fedor Indutny, 2018." },
];

/**
 * The text of THIRD-PARTY-NOTICES.txt: name, version and licence of every package that a bundle was made of.
 * Throws when one of them brings no licence text.
 * @param {string} root the folder that the paths of the metafiles start from
 * @param {import("esbuild").Metafile[]} metafiles
 */
export function noticesText(root, metafiles) {
  const inputs = [...new Set(metafiles.flatMap((metafile) => Object.keys(metafile.inputs)))].sort();
  const folders = [...new Set(inputs.flatMap((input) => packageFolder(input) ?? []))];
  const notices = folders.flatMap((folder) => {
    const own = inputs.filter((input) => packageFolder(input) === folder);
    return [packageNotice(root, folder, own), ...containedNotices(root, folder, own)];
  });
  const head = "Chainscope contains work of others, under these licences.";
  const parts = notices.map(({ name, version, license, texts }) =>
    [`${name} ${version}`.trim(), `Licence: ${license}`, ...texts].join("\n\n"),
  );
  return `${[head, ...parts].join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

/** The folder of the package that a bundled file belongs to; undefined for files of our own. @param {string} input */
function packageFolder(input) {
  const parts = input.split("/");
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) return undefined;
  return parts.slice(0, at + (parts[at + 1]?.startsWith("@") ? 3 : 2)).join("/");
}

/**
 * A part of a package may have a licence of its own beside it.
 * @param {string} root @param {string} folder @param {string[]} inputs
 * @returns {Notice}
 */
function packageNotice(root, folder, inputs) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const folders = [...new Set(inputs.flatMap((input) => foldersBetween(folder, input)))].sort();
  const texts = folders.flatMap((each) => noticeTexts(join(root, each)));
  if (texts.length === 0) throw new Error(`${name} brings no licence text; it cannot be bundled without one.`);
  return { name, version, license, texts };
}

/** The folders from a package's own down to the one of a file in it. @param {string} folder @param {string} input */
function foldersBetween(folder, input) {
  const below = input
    .slice(folder.length + 1)
    .split("/")
    .slice(0, -1);
  return [folder, ...below.map((_, index) => [folder, ...below.slice(0, index + 1)].join("/"))];
}

/** @param {string} folder */
function noticeTexts(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && noticeFiles.some((start) => entry.name.toLowerCase().startsWith(start)),
  );
  return files.map(({ name }) => eachTextOnce(readFileSync(join(folder, name), "utf8").trim()));
}

/**
 * A list of what a package contains, in which a licence that many have stands once, below their names and whose work
 * each is. Text of another form stays as it is.
 * @param {string} list
 */
export function eachTextOnce(list) {
  const [head = "", ...sections] = list.split(/^(?=## \S+@v\d)/m);
  /** @type {Map<string, { owners: string[], text: string }>} */
  const licences = new Map();
  for (const section of sections) {
    const [title = "", ...lines] = section.split("\n");
    const license = lines.find((line) => line.startsWith("License: ")) ?? "";
    const begin = lines.findIndex((line, at) => line.startsWith(">") && at > lines.indexOf(license));
    const text = begin < 0 ? [] : lines.slice(begin).filter((line) => !/^-+$/.test(line));
    const isOwner = (/** @type {string} */ line) => /^> *(?:copyright|\(c\))/i.test(line);
    const rest = text
      .filter((line) => !isOwner(line))
      .join("\n")
      .trim();
    const key = license + rest.replace(/[\s>]+/g, "");
    const known = licences.get(key) ?? { owners: [], text: [license.trim(), rest].filter(Boolean).join("\n\n") };
    known.owners.push([title, ...text.filter(isOwner)].join("\n"));
    licences.set(key, known);
  }
  const parts = [...licences.values()].map(({ owners, text }) =>
    `${owners.join("\n")}\n\n${text}`.replace(/^> ?/gm, ""),
  );
  return [head.trim(), ...parts].join(`\n\n${"-".repeat(40)}\n\n`);
}

/**
 * MIT says the same for each; only whose work it is differs.
 * @param {string} root @param {string} folder @param {string[]} inputs
 * @returns {Notice[]}
 */
function containedNotices(root, folder, inputs) {
  const found = contained.filter(({ within }) => inputs.some((input) => input.includes(`node_modules/${within}`)));
  return found.map(({ name, copyright }) => {
    const mit = readFileSync(join(root, folder, "LICENSE"), "utf8");
    const permission = mit.slice(mit.indexOf("Permission is hereby granted")).trim();
    return { name, version: "", license: "MIT", texts: [`${copyright}\n\n${permission}`] };
  });
}
