import { inspect } from "node:util";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { NodeConnection } from "../../../src/client/nodeConnection";
import { NodeError } from "../../../src/client/failures/nodeError";
import { knownWork, LoopWatch, measurePace, type Pace } from "../loopWatch";
import { methods } from "./methods";

// The client that meets the hostile node: a process of its own, whose memory and compiler serve nothing else, so that
// what holds its loop is the client's doing. It ends with the process that started it.

/** What is asked: call these methods, at once or one after another. */
export interface ToClient {
  names: readonly string[];
  atOnce: boolean;
}

/** How a call ended: by a value, a NodeError's words, or something that no caller expects. */
export interface CallEnd {
  name: string;
  sentence?: string;
  unexpected?: string;
  tookMs: number;
  /** The longest stretch that the loop was held meanwhile, in milliseconds of processor time. */
  heldMs: number;
  /** How fast this process was at that time. */
  pace: Pace;
}

/** The limit of a request; what ends by it has the rest of two seconds to say so. */
const timeoutMs = 1000;
/** Less than by default, or a body without an end would take most of the test's time. */
const maxResponseBytes = 24 * 2 ** 20;

const [, , url = ""] = process.argv;
const endpoint = parseEndpoint(url);
const node = new NodeConnection({ endpoint, timeoutMs, proverTimeoutMs: timeoutMs, maxResponseBytes });
const loop = new LoopWatch();

/** To tell that the watch tells one from the other: not of any client, and asked for by name only. */
const own: typeof methods = {
  "holds the loop": async () => {
    for (let times = 0; times < 50; times++) knownWork();
  },
  "gives others their turn": async () => {
    for (let times = 0; times < 50; times++) {
      knownWork();
      await new Promise((done) => setTimeout(done, 2));
    }
  },
};

async function call(name: string): Promise<Omit<CallEnd, "pace">> {
  loop.take();
  const began = performance.now();
  const thrown = await (methods[name] ?? own[name])!(node).then(
    () => undefined,
    (error: unknown) => error,
  );
  const end = { name, tookMs: performance.now() - began, heldMs: loop.take() };
  // Cancelled by the caller: that is no failure.
  if (thrown === undefined || (thrown as Error).name === "TimeoutError") return end;
  if (!(thrown instanceof NodeError)) return { ...end, unexpected: inspect(thrown) };
  return { ...end, sentence: [thrown.message, thrown.remedy].join(" ").trim() };
}

async function callAll({ names, atOnce }: ToClient): Promise<CallEnd[]> {
  const before = measurePace();
  const ends: Omit<CallEnd, "pace">[] = atOnce ? await Promise.all(names.map(call)) : [];
  if (!atOnce) for (const name of names) ends.push(await call(name));
  const after = measurePace();
  const pace = {
    heldMs: Math.max(before.heldMs, after.heldMs),
    tookMs: Math.max(before.tookMs, after.tookMs),
  };
  return ends.map((end) => ({ ...end, pace }));
}

process.on("message", (wanted: ToClient) => void callAll(wanted).then((ends) => process.send!(ends)));
process.on("disconnect", () => process.exit());
process.send!({ ready: true });
