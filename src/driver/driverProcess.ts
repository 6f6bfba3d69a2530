import { createHash } from "node:crypto";
import { t } from "../base/translate";
import { limits } from "../wire/limits";
import { boundedDriver } from "./driverModule";
import { ForkedProcess } from "./forkedProcess";
import { ModuleRefusal } from "./moduleReader";
import { schemaWanted, type ProcessBounds, type TurnAnswer, type Wanted } from "./processMessages";
import { WaitingDriver } from "./waitingDriver";

/** A driver that runs here instead of in the node. */
export interface RunningDriver {
  /** Why it is not run any more, once it had to be stopped. */
  readonly stopped: string | undefined;
  /**
   * `decode_event:<event_name>` (§4.8): an event's bytes as JSON text. Rejects with what the driver says. Undefined when
   * too many of its events wait already.
   */
  decodeEvent(event: string, data: Uint8Array): Promise<string> | undefined;
  /** `get_schema` (§4.8): the schema's text, in the same way. */
  schema(): Promise<string> | undefined;
  /** `encode_input_fn:<fn_name>` (§4.8): the bytes, as hex, of a function's input in JSON, in the same way. */
  encodeInput(fn: string, json: string): Promise<string> | undefined;
  dispose(): void;
}

const lookMs = 1000;
/** Looks after which a process that owes an answer is given up, and after which one with nothing to do ends. */
const mostLooks = { silent: 15, idle: 60 };
/** A process that cannot be started is not tried for good. */
const mostFailedStarts = 3;
const { responseBytes, blamed: mostBlamed, modulesBytes, secondBytesOfAll } = limits.driver;
const greedy = "it is slow, took more than its share of the time while others waited, and was stopped";
const gone = t`The driver is not run any more`;

/**
 * Runs drivers that a node gave away (§4.7) in a process of their own, which begins with the first of them. They take
 * turns, one at a time: the one that has used the least time is next, and the one whose turn it is when the process
 * dies is to blame and not run again. The others go on in a new process.
 */
export class DriverProcess {
  private process: ForkedProcess | undefined;
  private failedStarts = 0;
  private readonly drivers = new Set<WaitingDriver>();
  /** Whose turn it is. */
  private running: WaitingDriver | undefined;
  private looking: NodeJS.Timeout | undefined;
  private looks = 0;
  /** Bytes that all of them may still answer in this second. */
  private room: number = secondBytesOfAll;
  /** Digest of a module → why it is not run any more. */
  private readonly blamed = new Map<string, string>();
  private lastNumber = 0;
  private disposed = false;
  private readonly bounds: ProcessBounds;

  /** `entry`: the file that the process runs. */
  constructor(
    private readonly entry: string,
    bounds: Partial<ProcessBounds> = {},
  ) {
    const { eventMs, turnMs, processBytes } = limits.driver;
    this.bounds = { eventMs, turnMs, processBytes, ...bounds };
  }

  /** Of the process; undefined while there is none. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Rejects with `ModuleRefusal` when this module is not to be run, and with another error when it cannot be now. */
  async load(bytes: Uint8Array): Promise<RunningDriver> {
    const module = boundedDriver(bytes);
    const digest = createHash("sha256").update(module).digest("base64");
    const why = this.blamed.get(digest);
    if (why !== undefined) throw new ModuleRefusal(why);
    if (this.disposed) throw new Error(t`No driver is run any more`);
    const others = [...this.drivers].reduce((sum, each) => sum + each.module.length, 0);
    if (others + module.length > modulesBytes) throw new Error(t`The drivers that are here already take all the room`);
    const driver = new WaitingDriver(++this.lastNumber, module, digest);
    this.drivers.add(driver);
    const loaded = driver.load();
    this.next();
    try {
      await loaded;
    } catch (thrown) {
      this.drivers.delete(driver);
      throw thrown;
    }
    return {
      get stopped() {
        return driver.stopped;
      },
      decodeEvent: (event, data) => this.call(driver, event, data),
      schema: () => this.call(driver, schemaWanted, new Uint8Array()),
      encodeInput: (fn, json) => this.call(driver, { input: fn }, new TextEncoder().encode(json)),
      dispose: () => this.drop(driver, new Error(gone)),
    };
  }

  /** Ends the process. Calls under way reject. */
  dispose(): void {
    this.disposed = true;
    for (const driver of this.drivers) this.drop(driver, new Error(t`The driver did not answer: it was stopped`));
    this.end();
  }

  private call(driver: WaitingDriver, event: Wanted, data: Uint8Array): Promise<string> | undefined {
    if (this.disposed || !this.drivers.has(driver)) return Promise.reject(new Error(gone));
    // What is asked for in one go travels in one message.
    if (!driver.isWaiting) queueMicrotask(() => this.next());
    return driver.add(event, data);
  }

  private next(): void {
    if (this.running || this.disposed) return;
    const due = [...this.drivers].filter((each) => each.isWaiting && Math.min(each.room, this.room) >= responseBytes);
    const [first, ...others] = due;
    if (!first) return;
    this.process ??= this.begin();
    if (!this.process.isReady) return;
    const driver = others.reduce((least, each) => (each.usedMs < least.usedMs ? each : least), first);
    const module = driver.loadedIn === this.process ? {} : { module: driver.module };
    driver.loadedIn = this.process;
    this.running = driver;
    this.looks = 0;
    const room = Math.min(driver.room, this.room);
    this.process.send({ driver: driver.number, room, ...module, ...driver.take() });
  }

  private begin(): ForkedProcess {
    this.looks = 0;
    this.looking = setInterval(() => this.look(), lookMs).unref();
    return new ForkedProcess(this.entry, this.bounds, {
      ready: () => {
        this.failedStarts = 0;
        this.next();
      },
      answered: (answer) => this.answered(answer),
      ended: (why) => this.ended(why),
    });
  }

  private answered({ answers, ms, processorMs, refused }: TurnAnswer): void {
    const driver = this.running;
    this.running = undefined;
    this.looks = 0;
    if (driver && this.drivers.has(driver)) {
      driver.usedMs += ms;
      // Turns of quick calls end in time: only a slow call makes the others wait.
      const isSlow = processorMs > 2 * this.bounds.turnMs;
      if (isSlow && [...this.drivers].some((each) => each !== driver && each.isWaiting)) driver.slowMs += ms;
      if (refused !== undefined) this.blame(driver, `its module cannot be run: ${refused}`);
      else this.room -= driver.answered(answers);
    }
    this.next();
  }

  /** Once a second, in which older times come to count half. */
  private look(): void {
    this.looks++;
    this.room = secondBytesOfAll;
    for (const driver of this.drivers) {
      // A driver that did nothing else has twice this.
      if (driver.slowMs >= lookMs) this.blame(driver, greedy);
      driver.nextSecond();
    }
    if (this.running ? this.looks > mostLooks.silent : this.looks > mostLooks.idle) this.ended("it did not answer");
    else this.next();
  }

  private blame(driver: WaitingDriver, why: string): void {
    driver.stopped = why;
    if (this.blamed.size < mostBlamed) this.blamed.set(driver.digest, why);
    this.drop(driver, new ModuleRefusal(why));
  }

  private drop(driver: WaitingDriver, why: Error): void {
    if (!this.drivers.delete(driver)) return;
    driver.reject(why);
    this.process?.send({ unload: driver.number });
  }

  /** Anyone who has its turn is to blame; the others go on in a new process. */
  private ended(why: string): void {
    const { running, process } = this;
    this.end();
    if (running) this.blame(running, why);
    else if (process && !process.isReady) this.notStarted(why);
    this.next();
  }

  private notStarted(why: string): void {
    if (++this.failedStarts >= mostFailedStarts) this.disposed = true;
    for (const driver of this.drivers) driver.reject(new Error(t`No process for drivers could be started: ${why}`));
  }

  private end(): void {
    clearInterval(this.looking);
    this.process?.end();
    this.process = undefined;
    this.running = undefined;
  }
}
