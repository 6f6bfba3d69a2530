import { readdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { version } from "vscode";

const root = resolve(__dirname, "../../..");
const timeoutMs = 30_000;
/** Where the bundles of the extension and of its tests are, one of which stands in the stack of what they throw. */
const ownCode = [join(root, "dist"), join(root, "out")];

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
  const unhandled = rejectionsOfOurs();
  const failures = await new Promise<number>((done) => mocha.run(done));
  if (failures > 0) throw new Error(`${failures} tests failed in the extension host`);
  if (unhandled.size > 0)
    throw new Error(
      `Rejections that nothing handles:\n${[...unhandled.values()].map(({ stack }) => stack).join("\n")}`,
    );
}

/**
 * What VS Code only writes to a log: promises of the extension, or of its tests, whose rejection nothing handles. After a
 * second VS Code handles them itself.
 */
function rejectionsOfOurs(): ReadonlyMap<Promise<unknown>, Error> {
  const unhandled = new Map<Promise<unknown>, Error>();
  const soon = new Set<Promise<unknown>>();
  process.on("unhandledRejection", (reason, promise) => {
    if (!(reason instanceof Error) || !ownCode.some((folder) => reason.stack?.includes(folder))) return;
    unhandled.set(promise, reason);
    soon.add(promise);
    setTimeout(() => soon.delete(promise), 900);
  });
  process.on("rejectionHandled", (promise) => soon.has(promise) && unhandled.delete(promise));
  return unhandled;
}
