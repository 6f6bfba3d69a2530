import { shortIds } from "./failureWords";
import type { NodeErrorReason } from "./nodeError";

/** Why a node refused or failed: its words decide where they are known, and the status elsewhere. */
export function reasonOf(status: number, words: string): NodeErrorReason {
  return textReasons.find(([pattern]) => pattern.test(words))?.[1] ?? reasonOfStatus(status);
}

/** One sentence for a node's refusal or failure: its own reason first, or what the status says when it gave none. */
export function failureSentence(reason: NodeErrorReason, status: number, words: string): string {
  if (words === "") return `${silentSentences[reason] ?? "The node failed and gave no reason"} (status ${status}).`;
  if (/\bno data driver for contract\b/i.test(words)) return "This contract has no data driver.";
  const said = shortIds(words);
  if (reason === "not-offered") return `This node does not offer this (${said}).`;
  if (reason === "session-lost") return `The node does not know the session (${said}).`;
  return reasonFirst(said);
}

/** What faulted, as nodes put it before the reason. */
const faults = ["VM error", "Data driver error", "Prover error", "Database error", "Verification error"];

/** `VM error: Panic: out of gas` → `Panic: out of gas (VM error)`. */
function reasonFirst(words: string): string {
  const fault = faults.find((each) => words.toLowerCase().startsWith(`${each.toLowerCase()}: `));
  if (fault === undefined) return words;
  const reason = words.slice(fault.length + 2).trim();
  const [step = ""] = reason.split(" failed with: ", 1);
  const inner = /^\w+$/.test(step) ? reason.slice(step.length + " failed with: ".length).trim() : reason;
  return inner === "" ? words : `${inner} (${words.slice(0, fault.length)})`;
}

const textReasons: readonly (readonly [RegExp, NodeErrorReason])[] = [
  [/^not found: |^no data driver for /i, "not-found"],
  [/^payload too large: /i, "too-large"],
  [/^verification error: |^tx \S+ not accepted: /i, "refused"],
  [/^unsupported (operation|path)\b/i, "not-offered"],
  [/session.?id (is )?(not provided|invalid|missing)/i, "session-lost"],
  [/^invalid input: |^invalid\b|\bat line \d+ column \d+|\bnot valid (utf-?8|json|hex)\b/i, "invalid-input"],
  [/^(vm|data driver|prover|database) error: /i, "node-fault"],
];

function reasonOfStatus(status: number): NodeErrorReason {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return "invalid-input";
    case 404:
    case 410:
      return "not-found";
    case 405:
    case 501:
      return "not-offered";
    case 408:
      return "timeout";
    case 413:
    case 431:
      return "too-large";
    case 424:
      return "session-lost";
    default:
      return status < 500 ? "refused" : "node-fault";
  }
}

const silentSentences: Readonly<Partial<Record<NodeErrorReason, string>>> = {
  "invalid-input": "The node could not read what was sent",
  "not-found": "The node does not know what was asked for",
  "not-offered": "This node does not offer this",
  timeout: "The node gave up waiting",
  "too-large": "The node finds what was sent too large",
  "session-lost": "The node does not know the session",
  refused: "The node refused this",
};
