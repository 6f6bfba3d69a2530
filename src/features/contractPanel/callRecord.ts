import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";

/** A call as it is remembered: where it went, what was sent and what came back. Header values are never part of it. */
export interface CallRecord {
  /** Unique within a workspace. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Name of the connection. */
  connection: string;
  /** Its id; earlier versions kept the name alone. */
  connectionId?: string;
  contractName: string;
  /** The headers keep their names only. */
  request: CallRequest;
  outcome: CallOutcome;
  /** The panel that made the call, if it was one. */
  panel?: string;
  /** Whether the outcome was too long to be kept whole. */
  cut?: boolean;
}

/** Longest text of an outcome that is kept, in characters. */
export const keptCharacters = 64 * 1024;

/** The record without what must not be stored (values of headers, which may be secrets) or is too long to be. */
export function storable(record: CallRecord): CallRecord {
  const request = { ...record.request, headers: record.request.headers.map(({ name }) => ({ name, value: "" })) };
  const outcome = shortened(record.outcome);
  const cut = outcome !== record.outcome && { cut: true };
  return { ...record, request, outcome: withoutEchoes(outcome, record.request), ...cut };
}

/** What a call returned in one line: the beginning of its value, or its failure. */
export function outcomeLine(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "json":
      return oneLine(outcome.text);
    case "bytes":
      return `0x${oneLine(outcome.hex)}`;
    case "stream":
      return `${outcome.count} ${outcome.decoded ? "items" : "bytes"}`;
    case "failed":
      return oneLine(outcome.message);
  }
}

/** A node sends some headers back: these are the person's own values once more. */
function withoutEchoes(outcome: CallOutcome, { headers }: CallRequest): CallOutcome {
  if (!("facts" in outcome) || headers.length === 0) return outcome;
  const sent = new Set(headers.map(({ name }) => name.toLowerCase()));
  const kept = outcome.facts.headers.filter(([name]) => !sent.has(name.toLowerCase()));
  return { ...outcome, facts: { ...outcome.facts, headers: kept } };
}

function shortened(outcome: CallOutcome): CallOutcome {
  switch (outcome.kind) {
    case "json": {
      if (outcome.text.length <= keptCharacters) return outcome;
      const { hex: _, ...rest } = outcome;
      return { ...rest, text: JSON.stringify(`${outcome.text.slice(0, 1000)}…`) };
    }
    case "bytes":
      return outcome.hex.length <= keptCharacters ? outcome : { ...outcome, hex: outcome.hex.slice(0, 2000) };
    case "stream": {
      const items = lastWithin(outcome.items, keptCharacters);
      return items.length === outcome.items.length ? outcome : { ...outcome, items };
    }
    case "failed":
      return (outcome.answer?.length ?? 0) <= keptCharacters
        ? outcome
        : { ...outcome, answer: outcome.answer?.slice(0, keptCharacters) ?? "" };
  }
}

function lastWithin(items: readonly string[], most: number): string[] {
  let left = most;
  let first = items.length;
  while (first > 0 && (left -= items[first - 1]?.length ?? 0) >= 0) first--;
  return items.slice(first);
}

function oneLine(text: string): string {
  const lines = text.slice(0, 400).split("\n");
  const line = lines.map((each) => each.trim()).join(" ");
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
