import assert from "node:assert/strict";
import { Settling } from "../../../src/features/connections/settling";
import { FakeClock } from "../../support/fakeClock";

describe("changes that settle", () => {
  let clock: FakeClock;
  let runs: number;
  let settling: Settling;

  beforeEach(() => {
    clock = new FakeClock();
    runs = 0;
    settling = new Settling(() => runs++, 300, clock);
  });

  it("are acted upon once, when nothing more was told for a while", () => {
    settling.changed();
    clock.advance(299);
    settling.changed();
    clock.advance(299);
    assert.equal(runs, 0);
    clock.advance(1);
    assert.equal(runs, 1);
    clock.advance(10_000);
    assert.equal(runs, 1);
  });

  it("are acted upon again when they are told later", () => {
    settling.changed();
    clock.advance(300);
    settling.changed();
    clock.advance(300);
    assert.equal(runs, 2);
  });

  it("are forgotten when nobody cares any more", () => {
    settling.changed();
    settling.dispose();
    clock.advance(1000);
    assert.deepEqual([runs, clock.pending], [0, []]);
  });
});
