import { stakeContractId, transferContractId } from "../../wire/ids";
import { textOf, type Answered, type Question } from "./exchange";
import { silent, type Habit } from "./habit";

/** What is subscribed to, to hear what nodes send of each block. */
export const heardTargets: readonly Question[] = [
  "blocks/accepted",
  "blocks/statechange",
  "transactions/executed",
  "transactions/removed",
  `contracts:${stakeContractId}/reward`,
  `contracts:${transferContractId}/moonlight`,
].map((path) => ({ method: "GET", path: `/on/${path}`, inSession: true }));

/** An event's line: its location, and its origin if the header says one. */
export function eventLine(location: string, origin: string | undefined): string {
  return origin === undefined ? location : `${location} ${origin}`;
}

const acceptedPath = /^\/on\/blocks:([0-9a-f]{64})\/accepted$/i;

export function isAccepted(location: string): boolean {
  return acceptedPath.test(location);
}

const hear: Question = { method: "GET", path: "/on/blocks/accepted", inSession: true, hears: true };

/** What events tell (§2.3, §6), of the second of two blocks: the first may have begun before anyone listened. */
export const eventHabits: readonly Habit[] = [
  {
    section: "2.3",
    name: "event of a block",
    ask: hear,
    document: { text: "its header names the block", fits: (response) => lastBlock(response) !== undefined },
  },
  {
    section: "6.2",
    name: "origin of a block's reward",
    ask: hear,
    document: silent,
    old: { text: "the block's hash", fits: (response) => (lastBlock(response)?.own.length ?? 0) > 0 },
    means: "An origin may be a block, so it is no transaction before that is known.",
  },
  {
    section: "6.2",
    name: "place of accepted among the events of its block",
    ask: hear,
    document: silent,
    old: {
      text: "the last",
      fits: (response) => {
        const { at, own } = lastBlock(response) ?? { at: 0, own: [] };
        return own.length > 0 && own.every((place) => place < at);
      },
    },
    means: "Events wait for the block that they belong to.",
  },
];

/** Where the last accepted block is among the events, and where those of which it is the origin are. */
function lastBlock(response: Answered): { at: number; own: number[] } | undefined {
  const events = textOf(response)
    .split("\n")
    .map((line) => line.split(" "));
  const at = events.findLastIndex(([location = ""]) => isAccepted(location));
  const [, hash] = acceptedPath.exec(events[at]?.[0] ?? "") ?? [];
  if (hash === undefined) return undefined;
  return { at, own: events.flatMap(([, origin], place) => (origin === hash ? [place] : [])) };
}
