import { parseEndpoint } from "../src/client/http/endpoint";
import { inSlices } from "../src/base/inSlices";
import { NodeConnection } from "../src/client/nodeConnection";
import { inputFromJson } from "../src/contract/input/inputJson";
import { scanJson } from "../src/contract/jsonScan";
import { parseRustType } from "../src/contract/types/typeReader";
import { DriverProcess } from "../src/driver/driverProcess";
import { parseFilter } from "../src/features/eventTail/model/lines/eventFilter";
import { linkRanges } from "../src/wire/linkRanges";
import { loadSchemaInSteps } from "../src/graphql/schema/schema";
import { jsonDocumentSteps } from "../src/wire/json/jsonDocument";
import { driverProcessFile } from "../test/support/driverProcessFile";
import { HostileNode } from "../test/support/hostile/hostileNode";
import type { HostileKind } from "../test/support/hostile/kinds";
import { LoopWatch } from "../test/support/loopWatch";
import { greedyCode, leb128, oddDriver, withSection } from "../test/support/oddDriver";
import { report } from "./measure";

const id = "c0".repeat(32);
const mostHeldMs = 50;
const mebibyte = 2 ** 20;

/** One of the worst inputs: how large it is, and what the extension does with it. */
interface Input {
  bytes: number;
  meet: () => unknown;
}

/** What a method does with an answer; its size is what the client takes of it at most. */
function answers(hostile: HostileNode, node: NodeConnection): Record<string, Input> {
  const answer = (kind: HostileKind, bytes: number, call: () => Promise<unknown>): Input => ({
    bytes,
    meet: async () => {
      await hostile.setAnswers({ "": kind });
      await call().catch(() => undefined);
    },
  });
  const called = async () => {
    const output = await node.contracts.call(id, "read", { json: "1" });
    if (output.kind === "json") await inSlices(jsonDocumentSteps(output.text));
  };
  const schema = async () => inSlices(loadSchemaInSteps((await node.graphql.schemaSdl()).sdl));
  return {
    "a call's output, 14 000 levels": answer("28 kB of nesting", 28_000, called),
    "a call's output, 50 000 objects in objects": answer("objects in objects", 300_000, called),
    "a call's output, 6 million digits": answer("millions of digits", 6_000_000, called),
    "a call's output, 16 MiB of blanks": answer("16 MiB of blanks", 16 * mebibyte, called),
    "a call's output without an end": answer("a list without an end", 64 * mebibyte, called),
    "a compressed bomb of 256 MiB": answer("a compressed bomb", 64 * mebibyte, called),
    "100 000 provisioners": answer("100 000 rows", 25_000_000, () => node.node.provisioners()),
    "a failure without an end": answer("a failure without an end", 64 * 1024, called),
    "a refusal of 60 000 blanks": answer("a refusal that blames versions", 60_000, called),
    "a Link header of 12 000 brackets": answer("a Link header of brackets", 12_000, called),
    "a schema of 40 000 blank lines": answer("broken SDL", 140_000, schema),
    "a schema without an end": answer("text without an end", 64 * mebibyte, schema),
    "hex of half a byte": answer("hex of half a byte", mebibyte, () => node.drivers.encodeInput(id, "f", "1")),
  };
}

function texts(): Record<string, Input> {
  const open = `{ "note": "${"a".repeat(100_000)}`;
  const result = `[${Array.from({ length: 300_000 }, (_, row) => `{"row":${row},"amount":18446744073709551615}`).join(",")}]`;
  const block = Array.from({ length: 3000 }, (_, row) => row.toString(16).padStart(64, "a"));
  const filter = parseFilter("/^(\\w+\\s?)*$/ /(a+)+$/");
  const word = { facts: {}, text: "a".repeat(60_000) };
  return {
    "an open string of 100 000 characters, scanned": { bytes: open.length, meet: () => scanJson(open) },
    "the same as a call's input": {
      bytes: open.length,
      meet: () => inputFromJson(parseRustType("Vec<u64>"), open),
    },
    "a result of 14 MB": { bytes: result.length, meet: () => inSlices(jsonDocumentSteps(result)) },
    "3000 links in a block": {
      bytes: block.length * 64,
      meet: () =>
        linkRanges(
          block.join("\n"),
          block.map((text) => ({ text, to: "transaction" })),
        ),
    },
    "a filter that backtracks elsewhere": {
      bytes: word.text.length,
      meet: () => !("problem" in filter) && filter.passes(word),
    },
  };
}

function drivers(): Record<string, Input> {
  const table = [0x70, 0, ...leb128(10_000_000)];
  const tables = withSection(oddDriver({}), 4, [90, ...Array.from({ length: 90 }, () => table).flat()]);
  const loaded = async (module: Buffer) => {
    const runner = new DriverProcess(driverProcessFile);
    try {
      const driver = await runner.load(module);
      await driver.decodeEvent("Counted", Buffer.alloc(8));
    } catch {
      // Refused, or stopped: what is measured is what that costs here.
    } finally {
      runner.dispose();
    }
  };
  const greedy = oddDriver({ init: greedyCode });
  return {
    "a driver of 90 huge tables": { bytes: tables.length, meet: () => loaded(tables) },
    "a driver that fills its memory": { bytes: greedy.length, meet: () => loaded(greedy) },
  };
}

/** Runs the work a few times; gives the shortest of the longest stretches, and the most memory that it took. */
async function measured(loop: LoopWatch, { meet }: Input): Promise<{ heldMs: number; grownBytes: number }> {
  let heldMs = Infinity;
  let grownBytes = 0;
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    const before = used();
    const watch = setInterval(() => (grownBytes = Math.max(grownBytes, used() - before)), 5);
    // What the collector did just now is none of the work's doing.
    await new Promise((resolve) => setTimeout(resolve, 20));
    loop.take();
    await meet();
    await new Promise((resolve) => setTimeout(resolve, 5));
    heldMs = Math.min(heldMs, loop.take());
    clearInterval(watch);
  }
  return { heldMs, grownBytes };
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function run(): Promise<void> {
  const hostile = await HostileNode.start();
  const node = new NodeConnection({ endpoint: parseEndpoint(hostile.url), timeoutMs: 2000 });
  const loop = new LoopWatch();
  for (const [name, input] of Object.entries({ ...answers(hostile, node), ...texts(), ...drivers() })) {
    const { heldMs, grownBytes } = await measured(loop, input);
    report(`${name}: longest hold of the loop relative to 50 ms`, heldMs / mostHeldMs, "≤ 1×");
    console.log(
      `  memory ${(grownBytes / mebibyte).toFixed(1)} MiB, ${(grownBytes / input.bytes).toFixed(1)}× the input`,
    );
  }
  loop.stop();
  await node.dispose();
  await hostile.stop();
}

void run();
