// @ts-check
// npm test: every tier, or those named, and one closing line: node scripts/test.mjs [checks] [unit] [extension] [ui]
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { provisionBrowser } from "./browser.mjs";
import { checks } from "./checks.mjs";
import { hostNames, provisionHost } from "./hosts.mjs";
import { StepError, run, step } from "./step.mjs";
import { mochaTier, scriptTier } from "./tier.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

const root = fileURLToPath(new URL("../", import.meta.url));
const vsix = join(root, "out", "chainscope.vsix");
/** What the tiers that run a built extension find in their environment. */
const built = { CHAINSCOPE_SANDBOX: join(root, "dist", "sandbox.js"), CHAINSCOPE_VSIX: vsix };

/** In the order they run. `hosted` ones need the provisioned hosts. */
const tiers = [
  { name: "checks", hosted: false, run: () => checks(root) },
  {
    name: "unit",
    hosted: false,
    run: () => mochaTier(root, "test/unit/**/*.test.ts", { timeoutMs: 10_000, env: built }),
  },
  { name: "extension", hosted: true, run: () => scriptTier(root, "scripts/testExtension.mjs", built) },
  { name: "ui", hosted: true, run: () => mochaTier(root, "test/ui/**/*.test.ts", { timeoutMs: 120_000, env: built }) },
];

try {
  const total = await test(process.argv.slice(2));
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  // Provisioning that nobody waits for any more ends here too.
  process.exit(total.failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  console.log("\n0 passed, 1 failed");
  process.exit(1);
}

/** @param {string[]} names @returns {Promise<Counts>} */
async function test(names) {
  const unknown = names.find((name) => !tiers.some((tier) => tier.name === name));
  if (unknown) {
    const remedy = `name some of: ${tiers.map(({ name }) => name).join(", ")}`;
    throw new StepError(`There is no tier "${unknown}".`, { remedy });
  }
  const wanted = tiers.filter(({ name }) => names.length === 0 || names.includes(name));
  const hosted = wanted.some((tier) => tier.hosted);
  await bootstrap();
  const hosts = hosted ? provisionBeside() : undefined;
  const unbuilt = await build(hosted).catch((error) => error);

  /** @type {string[]} */
  const summary = [];
  const total = { passed: 0, failed: 0 };
  if (unbuilt) {
    console.error(unbuilt instanceof StepError ? unbuilt.message : unbuilt);
    total.failed = 1;
    summary.push("build: failed, and with it what runs in VS Code");
  }
  for (const tier of wanted.filter(({ hosted }) => !hosted || !unbuilt)) {
    console.log(`\n== ${tier.name}`);
    const started = Date.now();
    const counts = await tierCounts(tier, hosts);
    total.passed += counts.passed;
    total.failed += counts.failed;
    summary.push(
      `${tier.name}: ${counts.passed} ok, ${counts.failed} not, ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
  console.log(`\n${summary.join("\n")}`);
  return total;
}

/**
 * A tier that cannot run, or in which nothing ran, is a failure like any other; the rest still run.
 * @param {(typeof tiers)[number]} tier
 * @param {ReturnType<typeof provisionBeside> | undefined} hosts
 * @returns {Promise<Counts>}
 */
async function tierCounts(tier, hosts) {
  try {
    if (tier.hosted) await hosts?.ready();
    const counts = await tier.run();
    if (counts.passed + counts.failed > 0) return counts;
    console.error(`Nothing ran in the tier "${tier.name}".`);
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
  }
  return { passed: 0, failed: 1 };
}

/** The package first, because it fills dist with what ships; then what the other tiers debug more easily. */
async function build(/** @type {boolean} */ packaged) {
  const words = { cwd: root, tailLines: 60, remedy: "correct what the output names" };
  if (packaged) {
    await step("Package: build", () =>
      run("npm", ["run", "--silent", "package"], { ...words, failed: "The extension could not be packaged" }),
    );
  }
  await step("Extension: build", () =>
    run(process.execPath, [join(root, "esbuild.mjs")], { ...words, failed: "The extension could not be built" }),
  );
}

/** Provisions while the first tiers run, at a lower priority; what it reports is shown when a tier waits for it. */
function provisionBeside() {
  /** @type {string[]} */
  const lines = [];
  let show = (/** @type {string} */ line) => {
    lines.push(line);
  };
  const options = { report: (/** @type {string} */ line) => show(line), niceness: 10 };
  const provisioned = (async () => {
    await provisionBrowser(options);
    for (const host of hostNames) await provisionHost(host, options);
  })();
  provisioned.catch(() => undefined);
  return {
    async ready() {
      for (const line of lines.splice(0)) console.log(line);
      show = console.log;
      await provisioned;
    },
  };
}
