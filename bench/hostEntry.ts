import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { version } from "vscode";

/** What VS Code calls in its extension host: runs whatever is bundled in this folder, one after the other. */
export async function run(): Promise<void> {
  console.log(`Tests in VS Code ${version}: benchmarks`);
  for (const name of readdirSync(__dirname)) {
    if (!name.endsWith(".js") || name === basename(__filename)) continue;
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- named only when it runs
    const { bench } = require(join(__dirname, name)) as { bench: () => Promise<void> };
    await bench();
  }
}
