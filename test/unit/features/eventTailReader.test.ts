import assert from "node:assert/strict";
import { linesBelow, ReaderPosition, type Sight } from "../../../src/features/eventTail/model/lines/readerPosition";

/** A view of twenty lines that begins with this one, of a text of so many lines and the empty one at its end. */
function sight(top: number, lines: number): Sight {
  return { top, bottom: Math.min(top + 20, lines), lines: lines + 1 };
}

describe("a reader of the events", () => {
  let reader: ReaderPosition;
  beforeEach(() => {
    reader = new ReaderPosition();
    reader.moved(sight(0, 10));
  });

  it("is not back while the view follows the end, however fast the text grows", () => {
    for (let lines = 100; lines < 5000; lines += 100) {
      // The text has grown already, and the view has not followed yet.
      reader.moved({ ...sight(lines - 20, lines), lines: lines + 60 });
      assert.equal(reader.isBack(sight(lines - 20, lines), true), false);
    }
  });

  it("is back from scrolling up until the end is in sight again", () => {
    reader.moved(sight(80, 100));
    reader.moved(sight(70, 100));
    assert.equal(reader.isBack(sight(70, 100), false), true);
    reader.moved(sight(75, 100));
    assert.equal(reader.isBack(sight(75, 100), false), true);
    reader.moved(sight(80, 100));
    assert.equal(reader.isBack(sight(80, 100), false), false);
  });

  it("keeps the place when the text would be begun again, also without having scrolled", () => {
    reader.moved(sight(80, 100));
    assert.equal(reader.isBack(sight(80, 500), false), false);
    assert.equal(reader.isBack(sight(80, 500), true), true);
  });

  it("has the lines below what is in sight as new", () => {
    assert.deepEqual([linesBelow(sight(80, 100)), linesBelow(sight(80, 120)), linesBelow(sight(0, 5))], [0, 19, 0]);
  });

  it("is not back because the view became higher, or was begun again, or is not there", () => {
    reader.moved(sight(80, 100));
    reader.moved({ top: 60, bottom: 99, lines: 131 });
    assert.equal(reader.isBack({ top: 60, bottom: 100, lines: 101 }, false), false, "the view became higher");
    reader.moved(sight(80, 100));
    reader.moved(undefined);
    reader.moved(sight(0, 60));
    assert.equal(reader.isBack(sight(0, 60), false), false, "begun again");
    reader.moved(sight(80, 100));
    reader.moved(sight(10, 100));
    assert.equal(reader.isBack(undefined, true), false, "not in sight");
  });
});
