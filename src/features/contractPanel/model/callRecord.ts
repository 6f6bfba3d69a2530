import { t } from "../../../base/translate";
import type { CallOutcome, StreamOutcome } from "../../../bridge/callOutcome";
import type { CallRequest } from "../../../bridge/callRequest";
import { SecretMask } from "../../../client/failures/secretMask";
import { limits } from "../../../wire/limits";
import { lastItems } from "./shownOutcome";

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
  /** Only the beginning of a long input is here; all of it is a file (`CallHistory.request`). */
  isCutInput?: true;
  /** All of it, or the part that says so (`only`); the rest may be in a file of its own (`ResultFiles`). */
  outcome: CallOutcome;
  /** The panel that made the call, if it was one. */
  panel?: string;
}

const { inlineCharacters, beginningCharacters } = limits.remembered;

/** The record without what must not be stored: values of headers, which may be secrets. */
export function withoutSecrets(record: CallRecord): CallRecord {
  const request = { ...record.request, headers: record.request.headers.map(({ name }) => ({ name, value: "" })) };
  return { ...record, request, outcome: withoutEchoes(record.outcome, record.request) };
}

/** What a call returned in one line: the beginning of its value, or its failure. */
export function outcomeLine(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "json":
      return oneLine(outcome.text);
    case "bytes":
      return `0x${oneLine(outcome.hex)}`;
    case "stream":
      return `${outcome.count} ${outcome.decoded ? "items" : "bytes"}${endWords(outcome)}`;
    case "failed":
      return oneLine(outcome.message);
  }
}

function endWords({ ended }: StreamOutcome): string {
  if (typeof ended === "object") return t`, ended early`;
  return ended === "stopped" ? t`, stopped` : "";
}

/** A node sends some headers back, and may name them in a failure: these are the person's own values once more. */
function withoutEchoes(outcome: CallOutcome, { headers }: CallRequest): CallOutcome {
  if (headers.length === 0) return outcome;
  const secrets = new SecretMask(Object.fromEntries(headers.map(({ name, value }) => [name, value])));
  if (outcome.kind === "failed" && outcome.response !== undefined) {
    return { ...outcome, message: secrets.text(outcome.message), response: secrets.text(outcome.response) };
  }
  if (!("facts" in outcome)) return outcome;
  const kept = Object.entries(secrets.headers(Object.fromEntries(outcome.facts.headers)));
  return { ...outcome, facts: { ...outcome.facts, headers: kept } };
}

/** The outcome, or the part of a long one that is kept in the workspace's memory; the part says that it is one. */
export function inlineOutcome(outcome: CallOutcome): CallOutcome {
  if (outcomeCharacters(outcome) <= inlineCharacters) return outcome;
  const only = "beginning";
  switch (outcome.kind) {
    case "json": {
      const { hex: _, ...rest } = outcome;
      return { ...rest, text: outcome.text.slice(0, beginningCharacters), only };
    }
    case "bytes":
      return { ...outcome, hex: outcome.hex.slice(0, beginningCharacters), only };
    case "stream": {
      if (!outcome.decoded) return { ...outcome, items: [outcome.items.join("").slice(0, beginningCharacters)], only };
      const items = lastItems(outcome.items, inlineCharacters, inlineCharacters);
      return { ...outcome, items: items.map((item) => item.slice(0, inlineCharacters)), only: "end" };
    }
    case "failed":
      return { ...outcome, response: (outcome.response ?? "").slice(0, inlineCharacters), only };
  }
}

/** Characters of what was sent. */
function inputCharacters({ input }: CallRequest): number {
  return "json" in input ? input.json.length : input.hex.length;
}

/** The record with as much of its input as the workspace's memory has room for; one of which there is more says so. */
export function withInlineInput(record: CallRecord): CallRecord {
  const { request } = record;
  if (inputCharacters(request) <= inlineCharacters) return record;
  const { input } = request;
  const beginning =
    "json" in input
      ? { json: input.json.slice(0, beginningCharacters) }
      : { hex: input.hex.slice(0, beginningCharacters) };
  return { ...record, request: { ...request, input: beginning }, isCutInput: true };
}

/** Characters of what came back. */
export function outcomeCharacters(outcome: CallOutcome): number {
  switch (outcome.kind) {
    case "json":
      return outcome.text.length + (outcome.hex?.length ?? 0);
    case "bytes":
      return outcome.hex.length;
    case "stream":
      return outcome.items.reduce((sum, { length }) => sum + length + 1, 0);
    case "failed":
      return outcome.response?.length ?? 0;
  }
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 400)
    .split("\n")
    .map((each) => each.trim())
    .join(" ");
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
