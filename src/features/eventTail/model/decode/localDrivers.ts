import { joined } from "../../../../client/http/responseBody";
import type { Clock } from "../../../../base/clock";
import type { ContractClient } from "../../../../client/routes/contractClient";
import type { NodeConnection } from "../../../../client/nodeConnection";
import { NodeError } from "../../../../client/failures/nodeError";
import type { RunningDriver } from "../../../../driver/driverProcess";
import { ModuleRefusal } from "../../../../driver/moduleReader";
import { hasBuiltInDriver } from "../../../../wire/ids";
import { limits } from "../../../../wire/limits";

/** Where drivers come from and where they run. */
export interface LocalDriversNeeds {
  contracts: Pick<ContractClient, "metadata" | "downloadDriver">;
  run(module: Uint8Array): Promise<RunningDriver>;
  /** Asked each time: false means that everything is left to the node. */
  allowed(): boolean;
  /** Told once of a driver that is not run, or had to be stopped, and why. */
  stopped(contractId: string, why: string): void;
  clock: Pick<Clock, "now">;
}

/** Makes the drivers of a node that run here. */
export type LocalDriversOf = (node: NodeConnection, stopped: LocalDriversNeeds["stopped"]) => LocalDrivers;

interface Entry {
  driver: RunningDriver | undefined;
  /** Event → how often it failed in a row. */
  failures: Map<string, number>;
  /** The node's signature of it; a new driver has another. */
  signature: string | undefined;
  /** Whether the driver with this signature is not to be run, or had to be stopped. */
  isStopped: boolean;
  loadedAt: number;
  /** When to look at the node's own again; `Infinity` while someone does. */
  dueAt: number;
}

/** Between two looks at whether the node still has the same driver. */
const checkMs = 60_000;
/** How long a driver without a signature, or the lack of one, is believed. */
const believedMs = 600_000;
/** An event that failed so often in a row is left to the node: each try would only be a detour. */
const mostFailures = 3;

/**
 * The drivers of one node's contracts, fetched once (§4.7 `download_driver`) so that their events need no request each:
 * that spares the node, is quicker on a slow line, and takes names in the case they were emitted in, which nodes that
 * lower-case paths do not. Anyone who gets none asks the node (§4.8).
 */
export class LocalDrivers {
  private readonly entries = new Map<string, Entry>();
  private disposed = false;

  constructor(private readonly needs: LocalDriversNeeds) {}

  /**
   * An event's data as JSON text; undefined when the contract's driver is not here, does not know the event or is too
   * busy. The first time, the driver begins to be fetched, and now and then to be checked.
   */
  decode(contractId: string, event: string, data: Uint8Array): Promise<string> | undefined {
    if (hasBuiltInDriver(contractId) || !this.needs.allowed() || this.disposed) return undefined;
    const entry = this.entries.get(contractId) ?? this.begin(contractId);
    if (!entry) return undefined;
    if (this.needs.clock.now() >= entry.dueAt) void this.check(contractId, entry);
    const { driver, failures } = entry;
    const failed = failures.get(event) ?? 0;
    if (!driver || failed >= mostFailures || failures.size >= limits.driver.failingEvents) return undefined;
    return driver.decodeEvent(event, data)?.then(
      (text) => {
        failures.delete(event);
        return text;
      },
      (thrown: unknown) => {
        failures.set(event, failed + 1);
        if (driver.stopped !== undefined && driver === entry.driver) this.giveUp(contractId, entry, driver.stopped);
        throw thrown;
      },
    );
  }

  /** Looks with the next event whether the node has another driver. */
  renew(contractId: string): void {
    const entry = this.entries.get(contractId);
    if (entry && entry.dueAt !== Infinity) entry.dueAt = 0;
  }

  dispose(): void {
    this.disposed = true;
    for (const { driver } of this.entries.values()) driver?.dispose();
    this.entries.clear();
  }

  private begin(contractId: string): Entry | undefined {
    if (this.entries.size >= limits.driver.contracts) return undefined;
    const entry = {
      driver: undefined,
      failures: new Map(),
      signature: undefined,
      isStopped: false,
      loadedAt: 0,
      dueAt: 0,
    };
    this.entries.set(contractId, entry);
    return entry;
  }

  private giveUp(contractId: string, entry: Entry, why: string): void {
    this.replace(entry, undefined);
    entry.isStopped = true;
    if (!this.disposed) this.needs.stopped(contractId, why);
  }

  /** Never rejects: without a driver of its own an event is decoded by the node, which says what is wrong. */
  private async check(contractId: string, entry: Entry): Promise<void> {
    const { clock } = this.needs;
    entry.dueAt = Infinity;
    let believed = checkMs;
    try {
      const { driver, driverSignature: signature } = await this.needs.contracts.metadata(contractId);
      if (driver !== "uploaded") {
        this.replace(entry, undefined);
        believed = believedMs;
      } else if (!this.isCurrent(entry, signature)) {
        entry.signature = signature;
        entry.isStopped = false;
        this.replace(entry, await this.needs.run(await this.download(contractId)));
        entry.loadedAt = clock.now();
      }
    } catch (thrown) {
      const why = refusal(thrown);
      if (why !== undefined) this.giveUp(contractId, entry, why);
      else this.replace(entry, undefined);
    }
    entry.dueAt = clock.now() + believed;
  }

  private isCurrent({ driver, isStopped, signature, loadedAt }: Entry, now: string | undefined): boolean {
    if (isStopped) return now === signature;
    if (!driver) return false;
    return now === undefined ? this.needs.clock.now() - loadedAt < believedMs : now === signature;
  }

  private replace(entry: Entry, driver: RunningDriver | undefined): void {
    entry.driver?.dispose();
    entry.driver = driver;
    entry.failures = new Map();
    if (this.disposed) driver?.dispose();
  }

  private async download(contractId: string): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    await this.needs.contracts.downloadDriver(contractId, { write: (chunk) => void chunks.push(chunk) });
    return joined(chunks);
  }
}

/** Why a driver is never to be run, no matter who asks again; undefined for what another try may be spared. */
function refusal(thrown: unknown): string | undefined {
  if (thrown instanceof ModuleRefusal) return thrown.message;
  if (!(thrown instanceof NodeError) || thrown.reason !== "too-large") return undefined;
  return `it is longer than the ${limits.requestBytes.driver} bytes that a node takes`;
}
