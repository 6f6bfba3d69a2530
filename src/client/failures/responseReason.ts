import { t } from "../../base/translate";
import { shortIds } from "./failureWords";
import type { NodeErrorReason } from "./nodeError";
import { limits } from "../../wire/limits";

/** What of a failed answer decides what it means, besides its status. */
export interface Refused {
  /** The node's words, on one line. */
  text: string;
  /** Method and path. */
  route: string;
  /** Name of the connection. */
  connection?: string | undefined;
}

/** Why a node refused or failed: its words decide where they are known, and the status elsewhere. */
export function reasonOf(status: number, refused: Refused): NodeErrorReason {
  const { text } = refused;
  return (
    knownReason(refused)?.reason ?? textReasons.find(([pattern]) => pattern.test(text))?.[1] ?? reasonOfStatus(status)
  );
}

/** What a node says that it has none of. */
export function missingIn(refused: Refused): "contract" | undefined {
  return knownReason(refused)?.missing;
}

/** One sentence for a node's refusal or failure: its own reason first, or what the status says when it gave none. */
export function failureSentence(reason: NodeErrorReason, status: number, refused: Refused): string {
  const { text } = refused;
  if (text === "") return t`${silentSentences[reason] ?? t`The node failed and gave no reason`} (status ${status}).`;
  const known = knownReason(refused);
  if (known) return known.sentence;
  const said = shortIds(text);
  if (reason === "not-offered") return t`This node does not offer this (${said}).`;
  if (reason === "session-lost") return t`The node no longer knows the event session (${said}).`;
  return reasonFirst(said);
}

/** `VM error: Panic: out of gas` → `Panic: out of gas (VM error)`, however often the reason is wrapped. */
function reasonFirst(text: string): string {
  const layers = reasonLayers(text);
  const [fault = ""] = layers;
  const reason = layers.at(-1) ?? text;
  if (layers.length > 1 && isFault(fault)) return `${reason} (${fault})`;
  return fault === "Invalid input" ? reason : text;
}

/** Whether it names a part of the node; what else stands before a reason belongs to the sentence. */
function isFault(layer: string): boolean {
  return /^(vm|data driver|prover|database|verification|io) error$/i.test(layer);
}

interface KnownReason {
  reason: NodeErrorReason;
  sentence: string;
  missing?: "contract";
}

/** What the reason at the heart of a node's words means to a person; undefined for what is not known. */
function knownReason({ text, route, connection }: Refused): KnownReason | undefined {
  const layers = reasonLayers(text);
  const reason = layers.pop() ?? "";
  const wrapper = layers.at(-1) ?? "";
  const of = (kind: NodeErrorReason, sentence: string) => ({ reason: kind, sentence });
  const driverOrContract = /^\S+ \/on\/(driver|contracts):/.test(route);
  const noFunction = /^fn_name ?(.*)$/.exec(reason)?.[1];
  if (wrapper === "Unsupported" && noFunction !== undefined)
    return of("not-found", noFunction ? t`The driver has no function ${noFunction}.` : t`No function is named.`);
  const noEvent = /^event ?(.*)$/.exec(reason)?.[1];
  if (wrapper === "Unsupported" && noEvent !== undefined)
    return of("not-found", noEvent ? t`The driver has no event ${noEvent}.` : t`No event is named.`);
  const noExport = /^failed to find function export `(.*)`$/.exec(reason)?.[1];
  if (noExport !== undefined) return of("not-found", t`The contract has no function ${noExport}.`);
  const noMethod = /^Unsupported data driver method (.*)$/.exec(reason)?.[1];
  if (noMethod !== undefined) return of("not-found", t`Drivers have no method ${noMethod} on this node.`);
  if (/^Contract does not exist\b/.test(reason))
    return { ...of("not-found", noContract(connection)), missing: "contract" };
  if (/^no data driver for contract\b/i.test(reason)) return of("not-found", t`This contract has no data driver.`);
  if (reason === "Driver not registered") return of("not-found", t`The node has no driver file for this contract.`);
  if (/^No such file or directory\b/.test(reason)) {
    if (/ \/on\/node\/crs$/.test(route))
      return of("node-fault", t`The node has no Common Reference String: its file is missing there.`);
    return driverOrContract
      ? of("not-found", t`The node has no driver for this contract, or does not know the contract.`)
      : of("node-fault", t`The node lacks a file that it needs for this (${reason}).`);
  }
  if (/^missing feed\b/i.test(reason))
    return of("missing-feed", t`This function gives its outputs as a stream (${reason}).`);
  if (/^Invalid contract ?(id|bytes)\b/i.test(reason))
    return of("invalid-input", t`This is no contract id (${reason}).`);
  if (/^Invalid URL path\b/.test(reason)) {
    // Older nodes know no target without a topic, and say only that they do not like its path.
    return wrapper === "Invalid input"
      ? of("invalid-input", t`The path names no function or topic (${reason}).`)
      : of("not-found", t`This node's version does not offer this target.`);
  }
  if (wrapper === "Json" || (wrapper === "Invalid JSON" && driverOrContract))
    return of("invalid-input", ofJson(reason));
  if (wrapper === "Rkyv")
    return of("invalid-input", t`The driver cannot read these bytes: they are of another type, or cut.`);
  if (/^Panic: Argument should correctly deserialize\b/.test(reason))
    return of("invalid-input", t`The contract cannot read its argument: the bytes are of another type, or cut.`);
  return undefined;
}

/** Said of an id that the node has no contract for. */
export function noContract(connection: string | undefined): string {
  if (connection === undefined) return t`No contract with this id on this node.`;
  return t`No contract with this id on ${connection}.`;
}

function ofJson(reason: string): string {
  if (/^EOF while parsing a value at line 1 column 0$/.test(reason)) return t`The driver got no JSON to read.`;
  if (reason === "InvalidData") return t`The driver cannot read a key or signature in the input (InvalidData).`;
  return t`The driver cannot read the input: ${reason}.`;
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
  "invalid-input": t`The node could not read what was sent`,
  "not-found": t`The node does not know what was asked for`,
  "not-offered": t`This node does not offer this`,
  timeout: t`The node gave up waiting`,
  "too-large": t`The request is too large for the node`,
  "session-lost": t`The node no longer knows the event session`,
  refused: t`The node refused this`,
};

/** What faulted, as nodes and their libraries put it before the reason. */
const faults = [
  ...["VM error", "Data driver error", "Data-Driver Error", "Prover error", "Dusk-Core Error", "Database error"],
  ...["Verification error", "IO error", "Invalid input", "Invalid JSON", "Invalid request encoding", "Not found"],
  ...["Contract owner not found"],
];

/**
 * A node's reason taken apart, outermost layer first and the reason itself last: what faulted stands before it, and
 * what a library said is wrapped as the text it prints for debugging. `Invalid input: Invalid JSON: Json("it is short")`
 * is `Invalid input`, `Invalid JSON`, `Json`, `it is short`.
 */
export function reasonLayers(text: string): string[] {
  const layers: string[] = [];
  let rest = text.trim();
  while (layers.length < limits.reasonLayers) {
    const [layer, inner] = outermost(rest) ?? [];
    if (layer === undefined || !inner) break;
    layers.push(layer);
    rest = inner;
  }
  return [...layers, rest];
}

function outermost(text: string): [layer: string, inner: string] | undefined {
  const lower = text.toLowerCase();
  const fault = faults.find((each) => lower.startsWith(`${each.toLowerCase()}: `));
  if (fault !== undefined) return [text.slice(0, fault.length), text.slice(fault.length + 2).trim()];
  const step = /^\w{1,64} failed with: |^FFI returned -?\d{1,10}: /.exec(text)?.[0];
  if (step !== undefined) return [step.slice(0, step.indexOf(" ")), text.slice(step.length).trim()];
  const wrapper = /^([A-Z]\w{0,63})\("/.exec(text);
  if (!wrapper) return undefined;
  const end = text.endsWith('")') ? -2 : undefined;
  return [wrapper[1] ?? "", text.slice(wrapper[0].length, end).replace(/\\(["'\\])/g, "$1")];
}
