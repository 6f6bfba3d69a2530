import { Worker } from "node:worker_threads";
import { compileDriver } from "./driverModule";
import { cell, type CallAnswer, type DecodeCall, type ThreadData, type ToThread } from "./threadMessages";
import type { WasmModule } from "./webAssembly";

/** A driver that runs here instead of in the node. */
export interface RunningDriver {
  /** Why it is not run any more, once it hung or broke its thread. */
  readonly stopped: string | undefined;
  /** `decode_event:<event_name>` (§4.8): an event's bytes as JSON text. Rejects with what the driver says. */
  decodeEvent(event: string, data: Uint8Array): Promise<string>;
  dispose(): void;
}

interface Loaded {
  module: WasmModule;
  stopped?: string;
}

interface Call {
  resolve(text: string): void;
  reject(error: Error): void;
}

const hung = "it took too long and was stopped";

/**
 * Runs drivers that a node gave away (§4.7) in a thread of their own, which begins with the first of them. One that hangs
 * or breaks the thread is not run again; the others go on in a new thread.
 */
export class DriverThread {
  private worker: Worker | undefined;
  /** What the present thread says of itself. */
  private cells: Int32Array = new Int32Array(2);
  private readonly drivers = new Map<number, Loaded>();
  private readonly calls = new Map<number, Call>();
  private queue: { call: DecodeCall; data: Uint8Array }[] = [];
  private lastNumber = 0;
  private watch: NodeJS.Timeout | undefined;
  /** The call that was running when it was looked at last. */
  private seen: number | undefined;
  private disposed = false;

  /** `entry`: the file that the thread runs. A call that takes longer than `limitMs` is stopped within twice that. */
  constructor(
    private readonly entry: string,
    private readonly limitMs = 1000,
  ) {}

  /** Rejects when the bytes are no driver. */
  async load(bytes: Uint8Array): Promise<RunningDriver> {
    const module = await compileDriver(bytes);
    if (this.disposed) throw new Error("No driver is run any more");
    const number = ++this.lastNumber;
    const loaded: Loaded = { module };
    this.drivers.set(number, loaded);
    this.worker?.postMessage({ load: number, module } satisfies ToThread);
    return {
      get stopped() {
        return loaded.stopped;
      },
      decodeEvent: (event, data) => this.decode(number, event, data),
      dispose: () => {
        if (this.drivers.delete(number)) this.worker?.postMessage({ unload: number } satisfies ToThread);
      },
    };
  }

  /** Ends the thread. Calls under way reject. */
  dispose(): void {
    this.disposed = true;
    this.drivers.clear();
    this.end("it was stopped");
  }

  private decode(driver: number, event: string, data: Uint8Array): Promise<string> {
    if (!this.drivers.has(driver)) return Promise.reject(new Error("The driver is not run any more"));
    const number = ++this.lastNumber;
    if (this.queue.length === 0) queueMicrotask(() => this.send());
    this.queue.push({ call: [number, driver, event, data.length], data });
    return new Promise((resolve, reject) => this.calls.set(number, { resolve, reject }));
  }

  /** What was asked for in one go travels in one message. */
  private send(): void {
    const { queue } = this;
    this.queue = [];
    if (this.disposed || queue.length === 0) return;
    // Memory of its own, since it is handed over whole.
    const data = new Uint8Array(queue.reduce((sum, { call }) => sum + call[3], 0));
    let at = 0;
    for (const each of queue) {
      data.set(each.data, at);
      at += each.data.length;
    }
    const message: ToThread = { decode: queue.map(({ call }) => call), data };
    try {
      this.worker ??= this.begin();
      this.worker.postMessage(message, [data.buffer]);
      this.watch ??= setInterval(() => this.look(), this.limitMs);
    } catch (thrown) {
      this.end(`no thread could be started: ${String(thrown)}`);
    }
  }

  private begin(): Worker {
    // Each has its own, since one that is being ended may still write to it.
    this.cells = new Int32Array(new SharedArrayBuffer(8));
    const workerData: ThreadData = { cells: this.cells };
    // Nothing of this process's own options or secrets is of use there.
    const worker = new Worker(this.entry, { workerData, execArgv: [], env: {}, name: "Chainscope drivers" });
    worker.unref();
    worker.on("message", (answers: CallAnswer[]) => {
      if (worker === this.worker) this.answered(answers);
    });
    worker.on("error", (error) => this.endIf(worker, `its thread ended: ${error.message}`));
    worker.on("exit", (code) => this.endIf(worker, `its thread ended with ${code}`));
    for (const [load, { module }] of this.drivers) worker.postMessage({ load, module } satisfies ToThread);
    return worker;
  }

  private answered(answers: readonly CallAnswer[]): void {
    for (const [number, text, problem] of answers) {
      const call = this.calls.get(number);
      this.calls.delete(number);
      if (text !== null) call?.resolve(text);
      else call?.reject(new Error(problem));
    }
    if (this.calls.size === 0) this.stopLooking();
  }

  /** One call seen twice in a row hangs. A machine that slept in between, or a slow start, is none of its doing. */
  private look(): void {
    const running = Atomics.load(this.cells, cell.driver) !== 0;
    const call = running ? Atomics.load(this.cells, cell.begun) : undefined;
    if (call !== undefined && call === this.seen) this.end(hung);
    else this.seen = call;
  }

  private stopLooking(): void {
    clearInterval(this.watch);
    this.watch = undefined;
    this.seen = undefined;
  }

  private endIf(worker: Worker, why: string): void {
    if (worker === this.worker) this.end(why);
  }

  private blame(number: number, why: string): void {
    const loaded = this.drivers.get(number);
    if (loaded) loaded.stopped = why;
    this.drivers.delete(number);
  }

  /** The driver that was running is to blame. */
  private end(why: string): void {
    this.stopLooking();
    const { worker } = this;
    this.worker = undefined;
    this.blame(Atomics.load(this.cells, cell.driver), why);
    worker?.terminate().catch(() => undefined);
    const calls = [...this.calls.values()];
    this.calls.clear();
    this.queue = [];
    for (const call of calls) call.reject(new Error(`The driver did not answer: ${why}`));
  }
}
