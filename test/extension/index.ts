import { readdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { version } from "vscode";

const root = resolve(__dirname, "../../..");
const timeoutMs = 30_000;

/**
 * What VS Code calls in its extension host: runs every bundled test file of this folder and fails when one test does.
 * Mocha is an ES module, so it is imported and never bundled.
 */
export async function run(): Promise<void> {
  console.log(`Tests in VS Code ${version}`);
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({
    ui: "bdd",
    timeout: timeoutMs,
    fgrep: process.env.CHAINSCOPE_TESTS_NAMED || undefined,
    forbidOnly: true,
    forbidPending: true,
    reporter: join(root, "test/support/tierReporter.cjs"),
  });
  const wanted = process.env.CHAINSCOPE_TEST_FILES?.split(delimiter);
  for (const name of readdirSync(__dirname)) {
    const file = join(__dirname, name);
    if (name.endsWith(".test.js") && (wanted?.includes(file) ?? true)) mocha.addFile(file);
  }
  const failures = await new Promise<number>((done) => mocha.run(done));
  if (failures > 0) throw new Error(`${failures} tests failed in the extension host`);
}
