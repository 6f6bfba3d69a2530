import assert from "node:assert/strict";
import { StreamBuffer } from "../../../../src/features/contractPanel/model/streamBuffer";

const item = (text: string) => ({ kind: "json", text, value: null }) as const;
const bytes = (...values: number[]) => ({ kind: "bytes", bytes: Uint8Array.from(values) }) as const;

describe("what a stream has given", () => {
  it("is all of it, however many items are shown", () => {
    const buffer = new StreamBuffer();
    for (let at = 0; at < 5000; at++) buffer.add(item(String(at)));
    const { items, count, only } = buffer.outcome("complete", 1);
    assert.deepEqual(
      items.map(Number),
      Array.from({ length: 5000 }, (_, at) => at),
    );
    assert.deepEqual([count, only], [5000, undefined]);
    const { items: shown } = buffer.shown();
    assert.deepEqual([shown.length, shown.at(-1)], [2000, "4999"]);
  });

  it("is all of a blob of more than a megabyte", () => {
    const buffer = new StreamBuffer();
    const chunk = new Uint8Array(64 * 1024).fill(7);
    for (let at = 0; at < 48; at++) buffer.add({ kind: "bytes", bytes: chunk });
    const { items, count, only } = buffer.outcome("complete", 1);
    assert.deepEqual(
      [items.length, items[0]?.length, count, only],
      [1, 2 * 48 * chunk.length, 48 * chunk.length, undefined],
    );
    assert.equal(buffer.shown().items[0]?.length, 2 * 1024 * 1024);
  });

  it("is the last items when there are too many to keep, and says so", () => {
    const buffer = new StreamBuffer({ items: 10_000, characters: 1e6 });
    for (let at = 0; at < 10_001; at++) buffer.add(item(String(at)));
    const { items, count, only } = buffer.outcome("complete", 1);
    assert.deepEqual([count, only, items.at(-1)], [10_001, "end", "10000"]);
    assert.ok(items.length >= 2000 && items.length <= 4000, `${items.length}`);
    for (let at = 0; at < 50_000; at++) buffer.add(item("more"));
    assert.ok(buffer.outcome("complete", 1).items.length <= 4000);
  });

  it("is the last items when they are too long to keep", () => {
    const buffer = new StreamBuffer({ items: 1e6, characters: 5000 });
    for (let at = 0; at < 10; at++) buffer.add(item(`"${"z".repeat(998)}"`));
    const { count, only } = buffer.outcome("complete", 1);
    assert.deepEqual([count, only], [10, "end"]);
  });

  it("is the first bytes when there are too many to keep, and says how many came", () => {
    const buffer = new StreamBuffer({ items: 1e6, characters: 8 });
    for (let at = 0; at < 9; at++) buffer.add(bytes(at, at));
    assert.deepEqual(buffer.outcome("complete", 1), {
      ...{ kind: "stream", decoded: false, count: 18, durationMs: 1, ended: "complete", only: "beginning" },
      items: ["000001010202"],
    });
  });

  it("tells its news once, of too many the last", () => {
    const buffer = new StreamBuffer();
    for (let at = 0; at < 9000; at++) buffer.add(item(String(at)));
    const news = buffer.news();
    assert.deepEqual([news.length, news.at(-1)], [2000, "8999"]);
    buffer.add(item("9000"));
    assert.deepEqual(buffer.news(), ["9000"]);
    assert.deepEqual(buffer.news(), []);
  });

  it("tells no more of a blob than is shown", () => {
    const buffer = new StreamBuffer();
    const chunk = new Uint8Array(512 * 1024);
    for (let at = 0; at < 8; at++) buffer.add({ kind: "bytes", bytes: chunk });
    assert.equal(buffer.news().join("").length, 2 * 1024 * 1024);
  });
});
