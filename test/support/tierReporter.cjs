const { writeFileSync } = require("node:fs");
const { join, relative } = require("node:path");
const { reporters } = require("mocha");

const root = join(__dirname, "../..");

/**
 * Mocha's own report. The file that CHAINSCOPE_RESULTS names holds the test file that is running, and at the end the
 * counts, the names of the tests that failed and the files that they are in, as JSON.
 */
module.exports = class TierReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const results = process.env.CHAINSCOPE_RESULTS;
    if (!results) return;
    const failed = [];
    const files = new Set();
    let running = "";
    runner.on("suite", ({ file }) => {
      if (!file || file === running) return;
      running = file;
      writeFileSync(`${results}.running`, file);
    });
    runner.on("fail", (test) => {
      failed.push(`${relative(root, test.file ?? "")}: ${test.fullTitle()}`);
      files.add(test.file);
    });
    runner.once("end", () => {
      const { passes, failures, pending } = runner.stats;
      writeFileSync(results, JSON.stringify({ passes, failures, pending, failed, files: [...files] }));
    });
  }
};
