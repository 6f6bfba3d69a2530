import type { WasmModule } from "./webAssembly";

/** One event to decode: the call's number, the driver's number, the event's name, the length of its data. */
export type DecodeCall = readonly [call: number, driver: number, event: string, length: number];

/** Said to the thread: here is a driver; forget it; decode these events, whose data stands one after the other. */
export type ToThread =
  { load: number; module: WasmModule } | { unload: number } | { decode: DecodeCall[]; data: Uint8Array };

/** A call's JSON text, or why there is none. */
export type CallAnswer = readonly [call: number, text: string] | readonly [call: number, text: null, problem: string];

/** Cells that the thread keeps: the number of the driver that runs, 0 for none, and how many calls have begun. */
export const cell = { driver: 0, begun: 1 } as const;

/** What the thread is started with. */
export interface ThreadData {
  cells: Int32Array;
}
