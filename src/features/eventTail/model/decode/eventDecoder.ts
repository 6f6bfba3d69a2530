import { systemClock, type Clock } from "../../../../base/clock";
import type { DriverSchemas } from "../../../../client/driverSchemas";
import type { DriverClient } from "../../../../client/routes/driverClient";
import { NodeError } from "../../../../client/failures/nodeError";
import type { EventFrame } from "../../../../wire/eventFrame";
import { parseExactJson, type Json } from "../../../../wire/json/exactJson";
import { bytesToHex } from "../../../../wire/hex";
import { jsonLine } from "../../../../wire/json/jsonDocument";
import { hasBuiltInDriver } from "../../../../wire/ids";
import { limits } from "../../../../wire/limits";
import { readDriverSchema } from "../../../../contract/schema/driverSchema";
import { DriverHealth } from "./driverHealth";
import { beginning } from "../../../../wire/shortWords";
import type { LocalDrivers } from "./localDrivers";
import { Limiter } from "../../../../base/limiter";

/**
 * An event's data: its value and the same as one line of JSON, or why there is none; `input` is what the function that a
 * transaction calls is given, where that was decoded too.
 */
export type Decoded = { value: Json; text: string; input?: Json } | { problem: string };

/** What is needed of a driver's routes (§4.8). */
export interface EventDrivers {
  drivers: Pick<DriverClient, "decodeEvent">;
  schemas: Pick<DriverSchemas, "of">;
}

export interface EventDecoderOptions {
  /** Drivers that are here, and asked first. */
  local?: Pick<LocalDrivers, "decode"> | undefined;
  /** Requests at a time. */
  concurrency?: number;
  /** Limit of one request. */
  requestMs?: number;
  /** Data longer than this is not sent to a driver just for a line. */
  mostBytes?: number;
  /** Longest JSON text that a driver may make of it. */
  mostResponseBytes?: number;
  clock?: Clock;
}

/**
 * Decodes the events of one node. Which format the data has follows from the target, never from a look at the bytes: a
 * contract's data goes to its driver, here or in the node (§4.8 `decode_event`), the data of all others is JSON (§6.2).
 * Never rejects.
 */
export class EventDecoder {
  private readonly local: Pick<LocalDrivers, "decode"> | undefined;
  private readonly limiter: Limiter;
  private readonly health: DriverHealth;
  private readonly spellings = new Map<string, Promise<ReadonlyMap<string, string>>>();
  private readonly requestMs: number;
  private readonly mostBytes: number;
  private readonly mostResponseBytes: number;

  /** Without drivers, as for a node that is not there, contract events stay undecoded. */
  constructor(
    private readonly node: EventDrivers | undefined,
    options: EventDecoderOptions = {},
  ) {
    this.local = options.local;
    this.limiter = new Limiter(options.concurrency ?? 16, limits.driver.waitingEvents);
    this.health = new DriverHealth(options.clock ?? systemClock);
    this.requestMs = options.requestMs ?? 5000;
    this.mostBytes = options.mostBytes ?? 64 * 1024;
    this.mostResponseBytes = options.mostResponseBytes ?? limits.driver.responseBytes;
  }

  /** Asks a contract's driver again, which may be another one now. */
  forget(entity: string): void {
    this.spellings.delete(entity);
    this.health.forget(entity);
  }

  /** At once for JSON, and for what is known to fail; later for what a driver must be asked. */
  decode({ target, data }: EventFrame, mostBytes = this.mostBytes): Decoded | Promise<Decoded> {
    if (data.length === 0) return { value: null, text: "" };
    const { component, entity, topic } = target;
    if (component.toLowerCase() !== "contracts" || !entity) return decodedJson(data);
    if (!topic) return { problem: "the event has no topic" };
    if (!this.node) return { problem: "its node is not connected" };
    if (data.length > mostBytes) return { problem: `too long to decode in passing, open the event` };
    const here = this.local?.decode(entity, topic, data);
    return here ? this.decodedHere(here, { entity, topic, data }) : this.decodeByNode({ entity, topic, data });
  }

  /** What the driver cannot do here the node may: its answer counts. */
  private async decodedHere(decoding: Promise<string>, event: ContractEvent): Promise<Decoded> {
    try {
      const text = await decoding;
      return { value: parseExactJson(text), text: jsonLine(text) };
    } catch {
      return this.decodeByNode(event);
    }
  }

  private decodeByNode({ entity, topic, data }: ContractEvent): Decoded | Promise<Decoded> {
    const problem = this.health.problem(entity, topic);
    if (problem !== undefined) return { problem };
    const decoding = this.limiter.run(entity, () => this.decodeByDriver(this.node!, entity, topic, data));
    return decoding ?? { problem: "too many events of its contract wait for the node" };
  }

  private async decodeByDriver(node: EventDrivers, entity: string, topic: string, data: Uint8Array): Promise<Decoded> {
    const problem = this.health.problem(entity, topic);
    if (problem !== undefined) return { problem };
    try {
      const decoded = await this.ask(node, entity, topic, data);
      this.health.succeeded(entity);
      return decoded;
    } catch (thrown) {
      return this.afterFailure(node, { entity, topic, data }, NodeError.from(thrown));
    }
  }

  /** The driver may know the event under another spelling; anything else is the answer. */
  private async afterFailure(node: EventDrivers, event: ContractEvent, error: NodeError): Promise<Decoded> {
    const { entity, topic, data } = event;
    const answered = error.status !== undefined;
    const spelled = answered ? await this.spelling(node, entity, topic) : topic;
    if (spelled !== topic)
      return this.ask(node, entity, spelled, data).catch(() => ({ problem: reasonOf(error, topic) }));
    const problem = reasonOf(error, topic);
    this.health.failed(entity, topic, error, problem);
    return { problem };
  }

  private async ask({ drivers }: EventDrivers, entity: string, topic: string, data: Uint8Array): Promise<Decoded> {
    const { value, text } = await drivers.decodeEvent(entity, topic, data, {
      timeoutMs: this.requestMs,
      maxResponseBytes: this.mostResponseBytes,
    });
    return { value, text: jsonLine(text) };
  }

  /** The event's name as the driver's schema spells it: a node may have lower-cased it on the way. */
  private async spelling({ schemas }: EventDrivers, entity: string, topic: string): Promise<string> {
    // The handlers of built-in drivers may close the connection at the question.
    if (hasBuiltInDriver(entity.toLowerCase())) return topic;
    if (!this.spellings.has(entity)) this.spellings.set(entity, readSpellings(schemas.of(entity)));
    return (await this.spellings.get(entity))?.get(topic.toLowerCase()) ?? topic;
  }
}

async function readSpellings(schema: Promise<string>): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map(readDriverSchema(await schema).events.map(({ topic }) => [topic.toLowerCase(), topic]));
  } catch {
    // Without a schema the name stands as it came.
    return new Map();
  }
}

interface ContractEvent {
  entity: string;
  topic: string;
  data: Uint8Array;
}

/** Bytes as hex, cut after so many characters, with why no one could say more. */
export function undecodedText(data: Uint8Array, problem: string, mostCharacters = Infinity): string {
  if (data.length * 2 <= mostCharacters) return `0x${bytesToHex(data)} (not decoded: ${problem})`;
  const shown = bytesToHex(data.subarray(0, mostCharacters / 2));
  return `0x${shown}… (${data.length} bytes) (not decoded: ${problem})`;
}

/** What a line has room for: the node's own words rather than the route, which the line's columns name already. */
function reasonOf({ message, response }: NodeError, topic: string): string {
  const reason = beginning(response?.trim() || message, 200);
  const isReachable = topic === topic.toLowerCase();
  return isReachable ? reason : `${reason}; nodes lower-case names, so the driver may not know “${topic}”`;
}

function decodedJson(data: Uint8Array): Decoded {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    return { value: parseExactJson(text), text: jsonLine(text) };
  } catch {
    return { problem: "not JSON" };
  }
}
