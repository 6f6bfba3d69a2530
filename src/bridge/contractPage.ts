import { t } from "../base/translate";
import type { DriverSchema } from "../contract/schema/driverSchema";
import type { JsonPath } from "../contract/jsonPath";
import type { LearnedShapes } from "../contract/schema/learnedShapes";
import type { Asker } from "./asker";
import type { AskShapes } from "./pageRequestHandler";
import type { CallOutcome } from "./callOutcome";
import { isCallRequest, isHeaderLine, type CallRequest, type HeaderLine } from "./callRequest";
import { isEither, isFlag, isListOf, isNull, isOneOf, isRecordOf, isText } from "./shape";

/** Everything that the contract page asks of the extension. */
export interface PageCalls {
  /** Asked first: the page's whole starting state. `selected` is what the page restored from its own memory. */
  ready: { ask: { selected?: Selection }; answer: StartingPage };
  /** Tells that the starting state is drawn: from now on the page can be used. */
  shown: { ask: null; answer: null };
  /** Reads a contract's schema; `fresh` asks the node although an answer is remembered. */
  openContract: { ask: { contractId: string; fresh: boolean }; answer: ContractView };
  /** Tells what the page shows now, for the panel's title and for reuse of the panel. */
  select: { ask: Selection; answer: null };
  /** `encode_input_fn` (§4.8), and whether `decode_input_fn` gives back the same. A newer question ends an older one. */
  encodeInput: { ask: Selection & { json: string }; answer: EncodedInput };
  decodeInput: { ask: Selection & { hex: string }; answer: { json: string; learned: LearnedShapes } };
  /** How an input of which only the type's name is known may look. A newer question ends an older one, null the last. */
  exampleInput: { ask: Selection | null; answer: InputExample };
  /** Starts a call; how it goes is told by the notice `callChanged`. Refused while one runs. */
  call: { ask: CallRequest; answer: null };
  /** Has a transaction made of a call, by the connection's signer; answered when the person has it, or gave up. */
  transact: { ask: CallRequest; answer: null };
  /** Runs a call now and again on each accepted block, until `stop`. */
  watch: { ask: CallRequest; answer: null };
  stop: { ask: null; answer: null };
  /** Presses one of the buttons under a failure (`actions`); the call is made again once that is done. */
  act: { ask: { title: string }; answer: null };
  /** Remembers headers while the window is open: their values may be secrets, so the page must not store them. */
  keepHeaders: { ask: { headers: HeaderLine[] }; answer: null };
  readFile: { ask: null; answer: { hex: string; name: string } | null };
  copyResult: { ask: { part: ResultPart }; answer: null };
  /** `keep`: in a tab of its own, which no later result takes. */
  openResult: { ask: { part: ResultPart; keep: boolean }; answer: null };
  saveResult: { ask: { part: ResultPart }; answer: null };
  /** Puts the request on the clipboard as a command or a piece of code; asks which. */
  copyAs: { ask: CallRequest; answer: null };
  saveCallFile: { ask: { request: CallRequest; withOutput: boolean }; answer: null };
  openCallFile: { ask: { uri: string }; answer: null };
  showHistory: { ask: null; answer: null };
}

/** What the extension tells the page unasked. All of it is part of the answer to `ready` as well. */
export interface PageNotices {
  connectionChanged: ConnectionView;
  contractsChanged: { contracts: ContractEntry[]; callFiles: CallFileEntry[] };
  callChanged: CallState;
  /** Items of the running stream that arrived since the last notice. */
  streamed: { items: string[]; count: number; decoded: boolean };
  /** A call to show, from a call file, the history or the palette. */
  open: OpenCall;
}

/** The page's side of the conversation. */
export type PageAsker = Asker<PageCalls, PageNotices>;

export type ResultPart = "decoded" | "raw";

/** A function of a contract; empty texts stand for none. */
export interface Selection {
  contractId: string;
  fn: string;
}

/** The connection that a page is pinned to. */
export interface ConnectionView {
  /** What it is known by, whatever it is called. */
  id: string;
  name: string;
  url: string;
  state: "idle" | "connecting" | "up" | "failed" | "gone";
  chainId?: string;
  version?: string;
  /** Whether it names a program that signs transactions. */
  signs?: true;
  /** What the node is used for, if a person said it. */
  role?: string;
  /** Why it is not up. */
  problem?: string;
  /** Where requests are sent from. */
  machine: string;
}

export interface ContractEntry {
  id: string;
  name: string;
}

export interface CallFileEntry {
  uri: string;
  label: string;
}

/** What is known of a contract. */
export interface ContractView {
  id: string;
  name: string;
  schema: DriverSchema;
  learned: LearnedShapes;
  driver: DriverState;
  /** Sentences about the driver, for a person. */
  notes: string[];
}

/** `described` by its schema, `built-in` to the node, there but `silent` about its schema, or `none`. */
export type DriverState = "described" | "built-in" | "silent" | "none";

/** A function's input as bytes, or why the driver refused it and where. */
export type EncodedInput =
  | { hex: string; differences: { path: JsonPath; sent: string; back: string }[]; unchecked?: string }
  /** `byDriver`: the driver judged the input; otherwise it could not be asked, and nothing is wrong with the input. */
  | { problem: string; byDriver: boolean; remedy?: string; response?: string; path?: JsonPath };

/** An input as JSON to start from: of a recent transaction, or what the driver makes of zero bytes; null for none. */
export interface InputExample {
  json: string | null;
  from: "transaction" | "zeros";
  learned: LearnedShapes;
}

/** Where an example is from, as a person is told. */
export const exampleWords: { readonly [from in InputExample["from"]]: string } = {
  transaction: t`Filled in from a recent transaction to this function: change what you need.`,
  zeros: t`A skeleton: what the driver makes of zero bytes. Other values may have other fields.`,
};

/** One change that a watched call showed. */
export interface WatchedChange {
  height: string;
  changes: { path: JsonPath; before: string; after: string }[];
}

export type CallState =
  | { state: "idle" }
  | {
      state: "running";
      request: CallRequest;
      stream?: { items: string[]; count: number; decoded: boolean };
      turnedStream?: true;
    }
  | { state: "watching"; request: CallRequest; height?: string; outcome?: CallOutcome; changes: WatchedChange[] }
  | {
      state: "done";
      request: CallRequest;
      outcome: CallOutcome;
      changes?: WatchedChange[];
      learned?: LearnedShapes;
      /** Titles of what can be done about its failure. */
      actions?: readonly string[];
      /** When it ended, in milliseconds since the epoch. */
      endedAt: number;
      /** An ordinary call was answered that the function feeds, so it was called once more as a stream. */
      turnedStream?: true;
    };

/** A call to be put into the page: what is there of it. */
export interface OpenCall extends Selection {
  json?: string;
  hex?: string;
  /** Headers by name; their values are to be given again. */
  headerNames?: string[];
  stream?: boolean;
  /** Whether it is to be sent at once: a person has given all of it elsewhere. */
  send?: true;
}

export interface StartingPage {
  panel: string;
  connection: ConnectionView;
  contracts: ContractEntry[];
  callFiles: CallFileEntry[];
  headers: HeaderLine[];
  call: CallState;
  open?: OpenCall;
}

const selection = { contractId: isText, fn: isText };
const part = isRecordOf({ part: isOneOf<ResultPart>("decoded", "raw") });

/** What each question must look like: the page shows a node's data, so nothing it sends is taken on trust. */
export const pageAsks: AskShapes<PageCalls> = {
  ready: isRecordOf({}, { selected: isRecordOf(selection) }),
  shown: isNull,
  openContract: isRecordOf({ contractId: isText, fresh: isFlag }),
  select: isRecordOf(selection),
  encodeInput: isRecordOf({ ...selection, json: isText }),
  decodeInput: isRecordOf({ ...selection, hex: isText }),
  exampleInput: isEither(isNull, isRecordOf(selection)),
  call: isCallRequest,
  transact: isCallRequest,
  watch: isCallRequest,
  stop: isNull,
  act: isRecordOf({ title: isText }),
  keepHeaders: isRecordOf({ headers: isListOf(isHeaderLine) }),
  readFile: isNull,
  copyResult: part,
  openResult: isRecordOf({ part: isOneOf<ResultPart>("decoded", "raw"), keep: isFlag }),
  saveResult: part,
  copyAs: isCallRequest,
  saveCallFile: isRecordOf({ request: isCallRequest, withOutput: isFlag }),
  openCallFile: isRecordOf({ uri: isText }),
  showHistory: isNull,
};
