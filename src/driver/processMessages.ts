/** What the drivers' process is started with, as JSON in its first argument. */
export interface ProcessBounds {
  /** Milliseconds of processor time of one call, or of compiling a module. */
  eventMs: number;
  /** Milliseconds after which a turn ends. */
  turnMs: number;
  /** How much larger than at its start the process may become. */
  processBytes: number;
}

/** What is asked of a driver in place of an event's name for its schema. */
export const schemaWanted = null;

/** What is asked of a driver: an event to decode, by its name; its schema; or a function's input to encode. */
export type Wanted = string | typeof schemaWanted | { input: string };

/**
 * One driver's turn: events to decode, or its schema, whose data stands one after the other, until the time is up or there is no room
 * for another answer. With a module, that is compiled first; the process knows it from then on.
 */
export interface Turn {
  driver: number;
  module?: Uint8Array;
  events: Wanted[];
  lengths: number[];
  data: Uint8Array;
  /** Bytes of JSON text that may be answered. */
  room: number;
}

/** Said to the process: one turn at a time, so that it is known who ran when it dies; or that a driver is forgotten. */
export type ToProcess = Turn | { unload: number };

/** An event's JSON text, a schema's text or an input's bytes as hex, or why there is none. */
export type EventAnswer = string | { problem: string };

/** The answers to the first events of a turn; the others were not looked at. */
export interface TurnAnswer {
  answers: EventAnswer[];
  /** How long it took, and the processor time of that: on a busy machine it is the smaller part. */
  ms: number;
  processorMs: number;
  /** Why the module cannot be run. */
  refused?: string;
}

/** Said by the process: first of all that it is ready, then an answer to each turn. */
export type FromProcess = { ready: true } | TurnAnswer;

/** What the process writes to its standard error before it ends itself. */
export const stopReason = {
  time: "it took too long and was stopped",
  memory: "it took too much memory and was stopped",
} as const;
