import fc from "fast-check";
import { startSandbox } from "../../../support/startSandbox";
import { TransactionWindow, type Turn } from "../../../support/transactionWindow";

/** Transactions that are under way side by side, each of an account of its own. */
const together = 100;

/** What a person does with one of them, or makes happen to it. */
const deeds = [
  "press send",
  "press it twice",
  "press it in two documents",
  "look for it",
  "replace it",
  "close its gap",
];
/** What happens to all. */
const turns = [
  "block",
  "revert",
  "fork",
  "throw out",
  "cut",
  "lose a frame",
  "lose a request",
  "lose an answer",
  "reload",
];

interface Course {
  kinds: string[];
  turns: Turn[];
  /** After how many of the turns the node begins another chain; mostly after more than there are. */
  restartAfter: number;
}

const course: fc.Arbitrary<Course> = fc.record({
  kinds: fc.array(fc.constantFrom("plain", "plain", "plain", "fails", "of another chain", "behind a gap"), {
    minLength: together,
    maxLength: together,
  }),
  turns: fc.array(
    fc.record({
      does: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...deeds) },
        { weight: 1, arbitrary: fc.constantFrom(...turns) },
      ),
      to: fc.nat(together - 1),
    }),
    { minLength: 2 * together, maxLength: 2 * together },
  ),
  restartAfter: fc.integer({ min: together, max: 4 * together }),
});

const fuzzMs = Number(process.env.CHAINSCOPE_FUZZ_MS ?? 0);
/** The same schedules each time, so that a failure is due to what was changed; `npm run fuzz` tries others. */
const runs = fuzzMs > 0 ? { endOnFailure: true } : { numRuns: 500 / together, seed: 1, endOnFailure: true };

describe("whatever is done with transactions, and whatever becomes of them", function () {
  this.timeout(fuzzMs + 300_000);

  for (const like of ["document", "1.4"]) {
    it(`each is sent at most once, and stands where the node has it in the end, on a node like ${like}`, async () => {
      const args = ["--like", like, "--history", "3", "--txs-per-block", "0", "--propagation-ms", "5"];
      const sandbox = await startSandbox({ blockMs: 0, args });
      try {
        await fc.assert(
          fc.asyncProperty(course, async (each) => {
            const window = await TransactionWindow.open(sandbox, each.kinds);
            try {
              for (const [at, turn] of each.turns.entries()) {
                await window.take(turn);
                if (at === each.restartAfter) await sandbox.control("restart-chain", { height: 1 });
              }
              await window.rest();
            } finally {
              window.close();
            }
          }),
          runs,
        );
      } finally {
        await sandbox.stop();
      }
    });
  }
});
