import assert from "node:assert/strict";
import { backoffDelay } from "../../../src/client/session/backoff";
import { RetryPlan } from "../../../src/client/session/retryPlan";

const backoff = { firstMs: 500, maxMs: 30_000, jitter: 0.5 };
const lost = { reason: "lost", refused: false };
const refused = { reason: "too big", refused: true };

describe("backoff", () => {
  it("doubles from the first wait up to the longest, and stays there", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100, 1e9].map((failures) => backoffDelay(failures, backoff, () => 0));
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it("leaves a share of each wait to chance", () => {
    const waits = [0, 0.5, 0.999].map((chance) => backoffDelay(3, backoff, () => chance));
    assert.deepEqual(waits, [2000, 1500, 1001]);
    assert.equal(
      backoffDelay(3, { ...backoff, jitter: 0 }, () => 0.9),
      2000,
    );
  });
});

describe("retry plan", () => {
  const plan = () => new RetryPlan(backoff, () => 0);

  it("waits longer after each failure in a row", () => {
    const retries = plan();
    assert.deepEqual(
      [0, 0, 0].map(() => retries.afterEnd(lost, 0)),
      [500, 1000, 2000],
    );
    assert.equal(retries.attempt, 4);
  });

  it("counts again after a session that lasted, and not after one that was over at once", () => {
    const retries = plan();
    retries.afterEnd(lost, 0);
    assert.equal(retries.afterEnd(lost, 5000), 1000);
    assert.equal(retries.afterEnd(lost, 60_000), 500);
  });

  it("gives up after the third refusal, and only then", () => {
    const retries = plan();
    assert.deepEqual(
      [0, 0, 0].map(() => retries.afterEnd(refused, 0)),
      [500, 1000, undefined],
    );
    retries.reset();
    assert.equal(retries.afterEnd(refused, 0), 500);
  });

  it("does not give up over refusals that sessions which lasted lie between", () => {
    const retries = plan();
    assert.deepEqual(
      [1, 2, 3, 4].map(() => retries.afterEnd(refused, 60_000)),
      [500, 500, 500, 500],
    );
  });
});
