import { messageOf } from "../base/words";
import { limits } from "../wire/limits";
import { DriverFailure, DriverInstance } from "./driverInstance";
import { schemaWanted, type EventAnswer, type Turn, type TurnAnswer } from "./processMessages";
import { cell, processorMs } from "./watch";
import { WebAssembly, type WasmModule } from "./webAssembly";

interface Loaded {
  module: WasmModule;
  instance?: DriverInstance | undefined;
}

const { responseBytes, keptMemoryBytes, memoryBytes } = limits.driver;
/** Memory only grows, so a driver begins again before there is none left. */
const usedUpBytes = memoryBytes / 2;

/** The drivers of this process, each of which runs in its turn. */
export class Turns {
  /** Anyone who had its turn last is the last. */
  private readonly drivers = new Map<number, Loaded>();

  /** `cells`: what the watching thread reads. */
  constructor(
    private readonly cells: Int32Array,
    private readonly turnMs: number,
  ) {}

  forget(driver: number): void {
    this.drivers.delete(driver);
  }

  /** Never throws; may never return, which is what the watching thread is for. */
  take(turn: Turn): TurnAnswer {
    const began = { at: performance.now(), processorMs: processorMs() };
    Atomics.store(this.cells, cell.running, 1);
    Atomics.notify(this.cells, cell.running);
    const answer = this.run(turn);
    this.limitMemory();
    Atomics.store(this.cells, cell.running, 0);
    return { ...answer, ms: performance.now() - began.at, processorMs: processorMs() - began.processorMs };
  }

  private run({ driver: number, module, ...turn }: Turn): Pick<TurnAnswer, "answers" | "refused"> {
    this.beginCall();
    try {
      const driver = module ? { module: new WebAssembly.Module(module) } : this.drivers.get(number)!;
      this.drivers.delete(number);
      this.drivers.set(number, driver);
      return { answers: this.answers(driver, turn) };
    } catch (thrown) {
      return { answers: [], refused: messageOf(thrown) };
    }
  }

  private answers(driver: Loaded, { events, lengths, data, room }: Omit<Turn, "driver" | "module">): EventAnswer[] {
    const end = performance.now() + this.turnMs;
    const answers: EventAnswer[] = [];
    let start = 0;
    for (const [at, event] of events.entries()) {
      const answer = this.answer(driver, event, data.subarray(start, (start += lengths[at]!)));
      answers.push(answer);
      if (typeof answer === "string") room -= answer.length;
      if (room < responseBytes || performance.now() > end) break;
    }
    return answers;
  }

  private answer(driver: Loaded, event: Turn["events"][number], data: Uint8Array): EventAnswer {
    this.beginCall();
    try {
      driver.instance ??= new DriverInstance(driver.module);
      if (event === schemaWanted) return driver.instance.schema();
      const isEvent = typeof event === "string";
      return isEvent ? driver.instance.decodeEvent(event, data) : driver.instance.encodeInput(event.input, data);
    } catch (thrown) {
      // After anything but a failure that it reported itself, no one knows what state it is in.
      if (!(thrown instanceof DriverFailure)) beginAgain(driver);
      return { problem: messageOf(thrown) };
    } finally {
      if (driver.instance && driver.instance.memoryBytes > usedUpBytes) beginAgain(driver);
    }
  }

  private beginCall(): void {
    Atomics.add(this.cells, cell.begun, 1);
  }

  private limitMemory(): void {
    let kept = 0;
    for (const { instance } of this.drivers.values()) kept += instance?.memoryBytes ?? 0;
    for (const driver of this.drivers.values()) {
      if (kept <= keptMemoryBytes) return;
      kept -= driver.instance?.memoryBytes ?? 0;
      beginAgain(driver);
    }
  }
}

/** Memory that no one uses counts until it is collected, and then someone else would have taken too much. */
function beginAgain(driver: Loaded): void {
  driver.instance = undefined;
  (globalThis as { gc?: () => void }).gc?.();
}
