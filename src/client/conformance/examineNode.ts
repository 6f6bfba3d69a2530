import { hasBuiltInDriver } from "../../wire/ids";
import { limits } from "../../wire/limits";
import type { NodeConnection } from "../nodeConnection";
import { NodeError } from "../failures/nodeError";
import { responseOf, greet, hear } from "./ask";
import { contractHabits } from "./contractHabits";
import { eventHabits } from "./eventHabits";
import { isAnswered, post, type Answered, type Exchange } from "./exchange";
import { graphqlHabits } from "./graphqlHabits";
import { judged, status, type Observation, type Habit } from "./habit";
import { payloadHabits } from "./payloadHabits";
import { routeHabits } from "./routeHabits";
import { sessionHabits } from "./sessionHabits";
import { versionHabits } from "./versionHabits";

/** What to ask besides what every node is asked, and when to end. */
export interface Examining {
  /** A contract whose own routes are asked as well. */
  contractId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds for all of it; a minute unless set. What was not asked by then is not told. */
  withinMs?: number;
  /** Milliseconds to listen for the events of two blocks; what they tell is not asked for unless set. */
  listenMs?: number | undefined;
  /** Told after each answer. */
  onAnswer?: (count: number, of: number) => void;
}

/** The habits of a node, in the order of the interface's sections. */
export interface Examination {
  address: string;
  /** What the node's header names begin with. */
  prefix: string;
  version: string | undefined;
  observations: readonly Observation[];
  tookMs: number;
}

/** Every habit that a node can be asked for: the one list of how nodes differ. */
export const habits: readonly Habit[] = [
  ...payloadHabits,
  ...routeHabits,
  ...graphqlHabits,
  ...contractHabits,
  ...sessionHabits,
  ...eventHabits,
  ...versionHabits,
].sort(bySection);

/** Questions under way at a time: a node has others to serve. */
const atOnce = 4;

/**
 * Asks a node for all its habits (§2–§9). Nothing is changed there: nothing is propagated, dispatched or uploaded, and
 * what is subscribed to ends with the session. Nor is a built-in driver asked for its schema, over which some nodes
 * panic. Rejects with a NodeError when no node answers, and with the signal's reason when it is aborted.
 */
export async function examineNode(node: NodeConnection, examining: Examining = {}): Promise<Examination> {
  const { contractId, signal, withinMs = limits.examined.wholeMs, listenMs, onAnswer } = examining;
  const started = performance.now();
  const ended = new AbortController();
  const within = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  const timer = setTimeout(() => ended.abort(outOfTime(withinMs)), withinMs);
  try {
    // Whatever else is asked, this tells whether there is a node, and the prefix of its headers.
    await node.node.info(within);
    const own = contractId === undefined ? [] : ownHabits(contractId);
    const all = [greeting, ...habits.filter(({ ask }) => listenMs !== undefined || !ask.hears), ...own];
    const observations: Observation[] = [];
    await askAll(node, { all, listenMs }, within, (observation) => {
      observations.push(observation);
      onAnswer?.(observations.length, all.length);
    });
    signal?.throwIfAborted();
    return {
      ...{ address: node.endpoint.address, prefix: node.endpoint.prefix, version: node.transport.version },
      observations: observations.sort((one, other) => bySection(one.habit, other.habit) || placeIn(all, one, other)),
      tookMs: performance.now() - started,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function askAll(
  node: NodeConnection,
  { all, listenMs = 0 }: { all: readonly Habit[]; listenMs: number | undefined },
  signal: AbortSignal,
  note: (observation: Observation) => void,
): Promise<void> {
  const noteOf = (habit: Habit, outcome: Exchange["outcome"]) => note(judged(habit, { question: habit.ask, outcome }));
  const queue = all.filter((habit) => !habit.ask.inSession && habit !== greeting);
  const lane = async () => {
    for (let habit = queue.shift(); habit; habit = queue.shift())
      noteOf(habit, await responseOf(node, habit.ask, signal));
  };
  const sessionLane = async () => {
    const greeted = await greet(node.events.session, signal);
    noteOf(greeting, greeted);
    // One after the other, since each of them changes what the session has.
    const ofSession = all.filter(({ ask }) => ask.inSession);
    for (const habit of ofSession) {
      if (!isAnswered(greeted)) noteOf(habit, greeted);
      else if (!habit.ask.hears) {
        if (habit.after) await responseOf(node, habit.after, signal);
        noteOf(habit, await responseOf(node, habit.ask, signal));
      }
    }
    const heard = ofSession.filter(({ ask }) => ask.hears);
    if (!isAnswered(greeted) || heard.length === 0) return;
    const events = await hear(node, listenMs, signal);
    for (const habit of heard) noteOf(habit, events);
  };
  await Promise.all([sessionLane(), ...Array.from({ length: atOnce - 1 }, lane)]);
}

/** What greets an event session (§2.2). */
const greeting: Habit = {
  section: "2.2",
  name: "session id",
  ask: { method: "GET", path: "/on" },
  document: status("16 bytes as hex, the first message of the WebSocket", 101, /^[0-9a-f]{32}$/i),
};

/** The habits of one contract. */
function ownHabits(contractId: string): Habit[] {
  const driver = `driver:${contractId}`;
  const text = (response: Answered) => response.status === 200 && response.body.length > 0;
  const schema: Habit = {
    section: "4.8",
    name: "schema of the contract's driver",
    ask: post(`${driver}/get_schema`),
    document: { text: "told, or 404 without a driver", fits: (response) => text(response) || response.status === 404 },
    old: {
      text: "empty, or 500 without a driver",
      fits: ({ status: code, body }) => (code === 200 && body.length === 0) || code === 500,
    },
    means: "Names of functions and events have to be typed, unless the contract is a known one.",
  };
  return [
    {
      section: "2.9",
      name: "metadata of the contract",
      ask: post(`contract:${contractId}/metadata`),
      document: status("known", 200, /"owner":\s*"[^"]/),
      old: status("not known: its owner is empty", 200, /"owner":\s*""/),
      means: "Taken for no contract, unless it is a built-in one.",
    },
    {
      section: "4.7",
      name: "module of the contract's driver",
      ask: post(`contract:${contractId}/download_driver`, { headOnly: true }),
      document: status("given, or 404 without one", [200, 404]),
    },
    {
      section: "4.8",
      name: "version of the contract's driver",
      ask: post(`${driver}/get_version`),
      document: {
        text: "told, or 404 without a driver",
        fits: (response) => text(response) || response.status === 404,
      },
      old: status("500 without a driver", 500),
      means: "Told as a contract without a driver.",
    },
    ...(hasBuiltInDriver(contractId) ? [] : [schema]),
  ];
}

function outOfTime(milliseconds: number): NodeError {
  const message = `Not asked: all answers together took longer than ${milliseconds / 1000} s.`;
  return new NodeError("timeout", message);
}

function bySection({ section: one }: Habit, { section: other }: Habit): number {
  const [chapter = 0, part = 0] = one.split(".").map(Number);
  const [otherChapter = 0, otherPart = 0] = other.split(".").map(Number);
  return chapter - otherChapter || part - otherPart;
}

function placeIn(all: readonly Habit[], one: Observation, other: Observation): number {
  return all.indexOf(one.habit) - all.indexOf(other.habit);
}
