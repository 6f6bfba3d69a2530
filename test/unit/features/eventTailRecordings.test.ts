import assert from "node:assert/strict";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import type { Decoded } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { EventRecorder, type RecorderOptions } from "../../../src/features/eventTail/model/recordings/eventRecorder";
import {
  endLine,
  headLine,
  readRecordingLine,
  recordedLine,
} from "../../../src/features/eventTail/model/recordings/recordingFile";
import { fileLines } from "../../../src/features/eventTail/model/recordings/fileLines";
import { LeftOutLines } from "../../../src/features/eventTail/model/lines/leftOutLines";
import { replay } from "../../../src/features/eventTail/model/recordings/replay";
import { limits } from "../../../src/wire/limits";
import { FakeClock } from "../../support/fakeClock";
import { receivedEvent } from "../../support/receivedEvent";

const contract = "a1b2c3d4".repeat(8);

describe("recordings", () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "chainscope-recording-"))));
  after(() => rm(folder, { recursive: true, force: true }));

  it("keep each event as it travelled, in order, with what it was decoded to", async () => {
    const path = join(folder, "all.jsonl");
    const events = Array.from({ length: 1000 }, (_, index) => counted(index));
    const recorder = await EventRecorder.start(options(path));
    for (const event of events) recorder.add(event);
    await recorder.stop();
    assert.equal(recorder.events, 1000);
    const replayed: Omit<ReceivedEvent, "number">[] = [];
    const names: string[] = [];
    const result = await replay(
      path,
      Infinity,
      {
        head: ({ contracts }) => names.push(...contracts.map(({ name }) => name)),
        event: (event) => replayed.push(event),
        problem: (line, problem) => assert.fail(`${line}: ${problem}`),
      },
      systemClock,
      new AbortController().signal,
    );
    assert.deepEqual([result, names], [{ events: 1000, complete: true }, ["Counter"]]);
    assert.deepEqual(
      replayed.map(({ at, frame, decoded }) => [at, frame.location, Buffer.from(frame.bytes).toString("hex"), decoded]),
      events.map(({ at, frame, number }) => [
        at,
        frame.location,
        Buffer.from(frame.bytes).toString("hex"),
        { text: `"${number}"` },
      ]),
    );
    assert.ok(replayed.every(({ arrival: way }) => way.source === "replayed"));
  });

  it("keep the message without its value when its driver fails", () => {
    const text = recordedLine(counted(7), { problem: "no driver" });
    const line = readRecordingLine(text);
    assert.ok(line.kind === "event");
    assert.deepEqual(line.event.decoded, { problem: "no driver" });
  });

  it("keep big integers exactly, and events without data", () => {
    const line = readRecordingLine(recordedLine(counted(7), { value: { n: 18446744073709551615n }, text: "" }));
    assert.deepEqual(line.kind === "event" && line.event.decoded, { text: '{"n":18446744073709551615}' });
    const removed = receivedEvent({ component: "transactions", entity: "ab", topic: "removed" }, "", { at: 5 });
    const bare = readRecordingLine(recordedLine(removed, { value: null, text: "" }));
    assert.deepEqual(bare.kind === "event" && bare.event.decoded, { text: "" });
  });

  it("are in the file before a slow driver has answered, in order, with the values that were there", async () => {
    const path = join(folder, "slow.jsonl");
    const decode = ({ number }: ReceivedEvent): Decoded | Promise<Decoded> =>
      number % 2 === 0 ? { value: number, text: String(number) } : new Promise(() => undefined);
    const recorder = await EventRecorder.start({ ...options(path), decode, momentMs: 1 });
    for (let number = 0; number < 600; number++) recorder.add(counted(number));
    await written(recorder, 600);
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n").slice(1).map(readRecordingLine);
    assert.deepEqual(
      lines.map((line) => line.kind === "event" && [line.event.at, line.event.decoded]),
      Array.from({ length: 600 }, (_, number) => [
        1000 + number,
        number % 2 === 0 ? { text: String(number) } : { problem: "not decoded when it was written" },
      ]),
    );
    await recorder.stop();
  });

  it("that are stopped wait for no driver, and lose nothing", async () => {
    const path = join(folder, "stopped.jsonl");
    const recorder = await EventRecorder.start({
      ...options(path),
      decode: () => new Promise(() => undefined),
      momentMs: 1e9,
    });
    for (let number = 0; number < 2000; number++) recorder.add(counted(number));
    await turn();
    for (let number = 2000; number < 2100; number++) recorder.add(counted(number));
    await recorder.stop();
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n").map(readRecordingLine);
    assert.deepEqual([recorder.events, lines.length, lines.at(-1)], [2100, 2102, { kind: "end", events: 2100 }]);
  });

  it("on a full disk end with an error that says what is in the file", async () => {
    const failures: string[] = [];
    await assert.rejects(EventRecorder.start(options("/dev/full")), /ENOSPC/);
    const path = join(folder, "limited.jsonl");
    const recorder = await EventRecorder.start({
      ...options(path),
      mostWaitingBytes: 1000,
      failed: ({ message }) => failures.push(message),
    });
    recorder.add(counted(1));
    await written(recorder, 1);
    for (let count = 2; count < 100; count++) recorder.add(counted(count));
    while (failures.length === 0) await turn();
    assert.match(
      failures[0] ?? "",
      /^The recording ended: the disk is slower.*limited\.jsonl holds the \d+ events? before/,
    );
    recorder.add(counted(100));
    await recorder.stop();
    assert.equal(failures.length, 1);
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    assert.equal(lines.length, 1 + recorder.events);
    assert.ok(lines.every((line) => readRecordingLine(line).kind !== "problem"));
  });

  for (const [what, line, problem] of [
    ["no JSON", "{", /not JSON/],
    ["another file's JSON", '{"a":1}', /no frame/],
    ["another kind of recording", '{"recording":"music"}', /not a recording of events/],
    ["a frame that is none", '{"connection":"a","at":"2030-01-01T00:00:00Z","frame":"AAAA"}', /too few/],
    [
      "an event without a time",
      recordedLine(counted(1), { problem: "" }).replace(/"at":"[^"]*"/, '"at":""'),
      /no time/,
    ],
  ] as const) {
    it(`with a line that is ${what} are read without it`, () => {
      const read = readRecordingLine(line);
      assert.ok(read.kind === "problem");
      assert.match(read.problem, problem);
    });
  }

  it("that were broken off are replayed as far as they go, which is said", async () => {
    const path = join(folder, "broken.jsonl");
    const whole = recordedLine(counted(1), { problem: "" });
    await writeFile(path, headLine(0, []) + whole + whole.slice(0, 40));
    const problems: number[] = [];
    const owner = {
      head: () => undefined,
      event: () => undefined,
      problem: (line: number) => void problems.push(line),
    };
    const result = await replay(path, Infinity, owner, systemClock, new AbortController().signal);
    assert.deepEqual([result, problems], [{ events: 1, complete: false }, [3]]);
  });

  it("with a line that is longer than any event are read without it, which is said with its number", async () => {
    const path = join(folder, "long.jsonl");
    const event = recordedLine(counted(1), { problem: "" });
    const file = await open(path, "w");
    await file.write(headLine(0, []) + event);
    for (let chunk = 0; chunk < 40; chunk++) await file.write(Buffer.alloc(1 << 20, "x"));
    await file.write(`\n${event.replace("\n", "\r\n")}${endLine(0, 2)}`);
    await file.close();
    const problems: string[] = [];
    const owner = {
      head: () => undefined,
      event: () => undefined,
      problem: (line: number, problem: string) => void problems.push(`${line}: ${problem}`),
    };
    const result = await replay(path, Infinity, owner, systemClock, new AbortController().signal);
    assert.deepEqual(result, { events: 2, complete: true });
    assert.deepEqual(problems, [`3: it has more than ${limits.recordedLineBytes} bytes`]);
  });

  it("whose lines lie across the chunks that are read keep each of them whole", async () => {
    const path = join(folder, "chunks.jsonl");
    const lines = [1, 65_535, 65_536, 65_537, 200_000].map((length) => "ä".repeat(length));
    await writeFile(path, `${lines.join("\n")}\n\nlast`);
    const read: (string | undefined)[] = [];
    for await (const { text, number } of fileLines(path)) {
      read.push(text);
      assert.equal(number, read.length);
    }
    assert.deepEqual(read, [...lines, "", "last"]);
  });

  it("of lines that are none tell the first ones and count the others", () => {
    const said: string[] = [];
    const leftOut = new LeftOutLines((words) => said.push(words));
    leftOut.add(2, "it is not JSON");
    assert.deepEqual([said, leftOut.rest()], [["⚠ line 2 of the recording is left out: it is not JSON"], ""]);
    for (let line = 3; line < 2_000_000; line++) leftOut.add(line, "it is not JSON");
    assert.equal(said.length, 5);
    assert.equal(leftOut.rest(), "; 1999993 more lines were left out, the last of them line 1999999");
  });

  it("that cannot be read say so", async () => {
    const owner = { head: () => undefined, event: () => undefined, problem: () => undefined };
    const missing = replay(join(folder, "none"), 1, owner, systemClock, new AbortController().signal);
    await assert.rejects(missing, /ENOENT/);
    await assert.rejects(replay(folder, 1, owner, systemClock, new AbortController().signal), /EISDIR/);
  });

  it("are replayed with their pauses, or in a tenth of them", async () => {
    const path = join(folder, "pauses.jsonl");
    const lines = [0, 1000, 1000, 3000].map((at) => recordedLine({ ...counted(1), at }, { problem: "" }));
    await writeFile(path, headLine(0, []) + lines.join("") + endLine(0, 4));
    for (const [speed, moments] of [
      [1, [0, 1000, 1000, 3000]],
      [10, [0, 100, 100, 300]],
    ] as const) {
      const clock = new FakeClock();
      const start = clock.now();
      const seen: number[] = [];
      const owner = {
        head: () => undefined,
        event: () => void seen.push(clock.now() - start),
        problem: () => assert.fail(),
      };
      let over = false;
      const playing = replay(path, speed, owner, clock, new AbortController().signal).finally(() => (over = true));
      while (!over) {
        await turn();
        clock.advance(clock.pending[0] ?? 0);
      }
      await playing;
      assert.deepEqual(seen, moments);
    }
  });

  it("stop being replayed when that is wanted", async () => {
    const path = join(folder, "stopped.jsonl");
    const lines = [0, 60_000].map((at) => recordedLine({ ...counted(1), at }, { problem: "" }));
    await writeFile(path, lines.join(""));
    const stop = new AbortController();
    const owner = {
      head: () => undefined,
      event: () => stop.abort(new Error("stopped")),
      problem: () => assert.fail(),
    };
    await assert.rejects(replay(path, 1, owner, new FakeClock(), stop.signal), /stopped/);
  });

  function options(path: string): RecorderOptions {
    return {
      path,
      contracts: [{ id: contract, name: "Counter" }],
      decode: ({ number }) => Promise.resolve({ value: String(number), text: `"${number}"` }),
      failed: (error) => assert.fail(error),
    };
  }
});

function counted(number: number): ReceivedEvent {
  const data = Uint8Array.of(number & 255, number >> 8);
  return receivedEvent({ component: "contracts", entity: contract, topic: "counted" }, data, {
    number,
    at: 1000 + number,
  });
}

async function written(recorder: EventRecorder, events: number): Promise<void> {
  while (recorder.events < events) await turn();
}

function turn(): Promise<void> {
  return new Promise((done) => setTimeout(done, 1));
}
