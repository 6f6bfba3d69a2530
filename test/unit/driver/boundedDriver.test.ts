import assert from "node:assert/strict";
import { boundedDriver, missingDriverExports } from "../../../src/driver/driverModule";
import { ModuleRefusal } from "../../../src/driver/moduleReader";
import { WebAssembly } from "../../../src/driver/webAssembly";
import { imported, leb128, oddDriver, withSection } from "../../support/oddDriver";

const [importSection, tableSection, memorySection, exportSection] = [2, 4, 5, 7];
const [functions, ownMost] = [0x70, 1];
const table = (...size: number[]) => withSection(oddDriver({}), tableSection, size);
const memory = (...size: number[]) => withSection(oddDriver({}), memorySection, size);

describe("a driver's module, before it is run", () => {
  const refused: [what: string, module: Uint8Array, why: RegExp][] = [
    [
      "90 tables of ten million elements",
      table(90, ...Array.from({ length: 90 }, () => [functions, 0, ...leb128(10_000_000)]).flat()),
      /declares 90 tables/,
    ],
    ["a table of more than 10000 elements", table(1, functions, 0, ...leb128(10_001)), /begins with 10001 elements/],
    ["a table that is initialised in a way of its own", table(1, 0x40, 0, functions, 0, 1, 0xd0, 0x70, 0x0b), /table/],
    [
      "more than 16 MiB of memory to begin with",
      memory(1, 0, ...leb128(257)),
      /begins with 257 pages of memory, of at most 256/,
    ],
    ["memory of which no one says how much", memory(1, 1, 1), /ends too early/],
    ["two memories", memory(2, 0, 1, 0, 1), /declares 2 memories/],
    ["shared memory", memory(1, 3, 1, 2), /declares pages of memory in a way/],
    ["memory of 64-bit addresses", memory(1, 4, 1), /declares pages of memory in a way/],
    ["more after its memory", memory(1, 0, 1, 0), /declares pages of memory in a way/],
    [
      "a size that is too long a number",
      memory(1, 0, 0xff, 0xff, 0xff, 0xff, 0x1f),
      /number in its module is too long/,
    ],
    [
      "an import, whose name is shown with its controls",
      withSection(oddDriver({}), importSection, imported("a\u001b\n")),
      /“a\\x1b\\n”/,
    ],
    [
      "a thousand exports and more",
      withSection(oddDriver({}), exportSection, leb128(200_000)),
      /exports 200000 things/,
    ],
    ["a section that is longer than the module", Buffer.concat([oddDriver({}), Buffer.of(0, 100)]), /ends too early/],
    ["two sections of one kind", Buffer.concat([oddDriver({}), Buffer.of(memorySection, 3, 1, 0, 1)]), /two sections/],
    [
      "more bytes than a node takes",
      withSection(oddDriver({}), 0, Array<number>(2_100_000).fill(1)),
      /bytes, and nodes/,
    ],
  ];
  for (const [what, module, why] of refused) {
    it(`is refused for ${what}`, () => {
      assert.throws(
        () => boundedDriver(module),
        (thrown) => thrown instanceof ModuleRefusal && why.test(thrown.message),
      );
    });
  }

  it("is told from bytes that are something else, which another time may be right", () => {
    for (const bytes of [Buffer.from("<html>"), Buffer.alloc(0)]) {
      assert.throws(
        () => boundedDriver(bytes),
        (thrown) => !(thrown instanceof ModuleRefusal) && /no WebAssembly module/.test((thrown as Error).message),
      );
    }
  });

  for (const [what, most, pages] of [
    ["no maximum", [], 1024],
    ["a higher maximum", leb128(65_536), 1024],
    ["a lower maximum", leb128(3), 3],
  ] as const) {
    it(`may grow as far as we say when it has ${what}`, () => {
      const own = most.length > 0 ? ownMost : 0;
      const module = withSection(table(1, functions, own, 1, ...most), memorySection, [1, own, 1, ...most]);
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(boundedDriver(module)));
      const { memory } = exports as { memory: { grow(pages: number): number; buffer: ArrayBuffer } };
      assert.throws(() => memory.grow(pages), RangeError);
      memory.grow(pages - 1);
      assert.equal(memory.buffer.byteLength, pages * 65_536);
    });
  }

  it("has a table that cannot grow beyond 10000 elements", () => {
    const growing = [...[0xd0, functions], ...[0x41, ...leb128(20_000)], 0xfc, 15, 0];
    const module = withSection(oddDriver({ init: growing }), tableSection, [1, functions, 0, 1]);
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(boundedDriver(module)));
    assert.equal((exports as { init(): number }).init(), -1);
    const unbounded = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
    assert.equal((unbounded as { init(): number }).init(), 1);
  });

  it("keeps all else that makes it run, and nothing that does not", () => {
    const named = withSection(oddDriver({}), 0, [4, ...Buffer.from("name"), 1, 2, 3]);
    const plain = boundedDriver(oddDriver({}));
    assert.deepEqual(boundedDriver(named), plain);
    assert.deepEqual(missingDriverExports(plain), []);
  });
});
