// @ts-check
// npm run soak -- [events|explorer] [--minutes 10] [--seed 7]: what runs for days, in minutes: a node's event session
// under every fault, or the Connections view in a window while its nodes come and go. A run is repeated by its seed.
import { spawnSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bootstrap } from "./bootstrap.mjs";
import { runHosted } from "./hostedRun.mjs";
import { StepError, exitWith, run, step } from "./step.mjs";
import { tempFolder } from "./tempFolder.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
/**
 * What a window says in its console when it was given rows that it cannot keep, or `watchRows` does. It also asks for the
 * node of the row with the focus when that has just gone, to set context keys (WorkbenchTreeInternals), which changes
 * nothing that it draws. And it fails to refresh a row that it was given and has not drawn yet ("Tree element not found",
 * which TreeView.doRefresh expects): it is told of that row again, and what it draws then is compared like all else.
 */
const refusals = /is already registered|Data tree node not found(?!.*\bgetNode\b)|is open without rows/s;
/** What `watchRows` begins a message with that tells all the rows that the window draws. */
const drawn = "rows drawn: ";

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: "string" }, seed: { type: "string", default: String(Date.now() % 100_000) } },
  });
  const [mode = "events"] = positionals;
  const soaks = { events, explorer };
  const soak = Object.hasOwn(soaks, mode) ? soaks[/** @type {keyof typeof soaks} */ (mode)] : undefined;
  if (!soak) throw new StepError(`There is no soak "${mode}".`, { remedy: "use events or explorer" });
  const minutes = Number(values.minutes ?? (mode === "events" ? 3 : 10));
  if (!(minutes > 0)) throw new StepError("That is no number of minutes.", { remedy: "npm run soak -- --minutes 4" });
  await bootstrap();
  process.exitCode = await soak(minutes, values.seed);
} catch (error) {
  exitWith(error);
}

/** @param {number} minutes @param {string} seed */
async function events(minutes, seed) {
  const file = join(root, "bench", "soak.ts");
  const args = ["--expose-gc", "--require", "tsx/cjs", file, String(minutes), seed];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
}

/** @param {number} minutes @param {string} seed */
async function explorer(minutes, seed) {
  await step("Extension: build", () =>
    run(process.execPath, [join(root, "esbuild.mjs"), "--production"], {
      cwd: root,
      failed: "The extension could not be built",
      remedy: "correct what the output names",
    }),
  );
  /** @type {string[]} */
  const refused = [];
  const folder = await tempFolder("rows");
  const rows = join(folder.path, "rows.json");
  const code = await runHosted({
    root,
    files: ["explorerSoak.ts"],
    env: { CHAINSCOPE_SOAK_MINUTES: String(minutes), CHAINSCOPE_SOAK_SEED: seed, CHAINSCOPE_SOAK_ROWS: rows },
    manifest: await viewOnly(),
    limitMs: (minutes + 5) * 60_000,
    height: 1800,
    // To align its icons with those of files, VS Code 1.100 looks for the row above one that may have gone, and then
    // draws rows over each other. Later versions catch that.
    settings: { "workbench.iconTheme": null },
    onConsole: (text) => {
      if (text.startsWith(drawn)) put(rows, text.slice(drawn.length));
      else if (refusals.test(text)) refused.push(text);
    },
    script: `(${watchRows})(${JSON.stringify(drawn)})`,
  }).finally(() => folder.remove());
  console.log(`rows that the window refused or lost: ${refused.length}`);
  for (const text of refused.slice(0, 10)) console.error(`FAILED: ${text.slice(0, 500)}`);
  return refused.length > 0 ? 1 : code;
}

/** Writes a file that someone else reads meanwhile. @param {string} file @param {string} text */
function put(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/**
 * Runs in the window: tells in its console the rows that it draws, and which of them is open and has had nothing below it
 * for some seconds.
 * @param {string} drawn what a message begins with that tells all rows
 */
function watchRows(drawn) {
  const { document, setInterval } = /** @type {any} */ (globalThis);
  /** @type {Map<string, number>} */
  let empty = new Map();
  let told = "";
  const look = () => {
    const tree = document.querySelector(".customview-tree .monaco-list-rows");
    if (!tree) return;
    const rows = [...tree.querySelectorAll(".monaco-list-row")]
      .map((row) => ({
        at: Number(row.getAttribute("data-index")),
        level: Number(row.getAttribute("aria-level")),
        isOpen: row.getAttribute("aria-expanded") === "true",
        label: row.querySelector(".label-name")?.textContent ?? "",
        description: row.querySelector(".label-description")?.textContent ?? "",
      }))
      .toSorted((one, other) => one.at - other.at);
    // Only those in sight are drawn; all of them have the same height.
    const [row] = tree.querySelectorAll(".monaco-list-row");
    const count = row ? Math.round(tree.offsetHeight / row.offsetHeight) : 0;
    const news = JSON.stringify({ count, rows });
    if (news !== told) console.debug(`${drawn}${news}`);
    told = news;
    const before = empty;
    empty = new Map();
    for (const [index, { at, level, isOpen, label }] of rows.entries()) {
      const next = rows[index + 1];
      if (!isOpen || next?.at !== at + 1 || next.level > level) continue;
      const name = `${level} ${label}`;
      const looks = (before.get(name) ?? 0) + 1;
      empty.set(name, looks);
      if (looks === 12) console.warn(`"${label}" is open without rows, before "${next.label}"`);
    }
  };
  setInterval(look, 500);
}

/** An extension that has the view and nothing else, so that the soak can be what is behind it. */
async function viewOnly() {
  const { name, publisher, version, engines, contributes } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const { viewsContainers, views } = contributes;
  return { name, publisher, version, engines, contributes: { viewsContainers, views } };
}
