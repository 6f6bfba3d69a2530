import { randomBytes } from "node:crypto";
import type { Answer, Ask } from "./http/answer";
import { Counters } from "./http/counters";
import { DriverKey } from "./driver/driverKey";
import { DriverModules } from "./driver/driverModule";
import { Faults } from "./http/faults";
import { Flood } from "./events/flood";
import type { Json } from "./wire/json";
import { type NodeEvent, eventFrame } from "./events/nodeEvent";
import type { Options } from "./options";
import { type Provisioner, provisioners } from "./chain/provisioners";
import { type Blob, blobs } from "./chain/blobs";
import { Seeded } from "./chain/seeded";
import { Sessions } from "./events/sessions";
import { World } from "./world";

/** Who answers a request of a component, or of one of its topics. */
export type Route = (ask: Ask, node: SandboxNode) => Answer | Promise<Answer>;

/** The whole node behind its routes: chain, contracts, sessions, and what may be changed while it runs. */
export class SandboxNode {
  readonly seeded: Seeded;
  readonly provisioners: Provisioner[];
  readonly sessions: Sessions;
  readonly flood: Flood;
  readonly blobs: Blob[];
  readonly driverModules = new DriverModules();
  readonly driverKey: DriverKey;
  readonly faults = new Faults();
  readonly counters = new Counters();
  /** Answered in every `Node-Version` header; the control route can change it. */
  version: string;
  /** What the control routes ask for; undefined when there are none. */
  readonly controlToken: string | undefined;
  /** Replaces the GraphQL schema's SDL when set. */
  sdl: string | undefined;
  /** Driver schemas that replace a contract's own, by id. */
  readonly driverSchemas = new Map<string, Json>();
  world: World;
  private runs = 0;
  private blockTimer: NodeJS.Timeout | undefined;

  constructor(readonly options: Options) {
    this.version = options.nodeVersion;
    this.controlToken = options.controls ? randomBytes(32).toString("hex") : undefined;
    this.seeded = new Seeded(options.seed);
    this.driverKey = new DriverKey(this.seeded);
    this.provisioners = provisioners(this.seeded, options.provisioners);
    this.blobs = blobs(this.seeded);
    this.sessions = new Sessions(options, this.faults, () => this.version);
    this.flood = new Flood(this.sessions, options.prefix);
    this.world = this.begin(options.history);
  }

  frameOf(event: NodeEvent): Buffer {
    return eventFrame(event, this.options.prefix);
  }

  start(): void {
    this.setPace(this.options.blockMs);
    this.flood.setRate(this.options.rate);
  }

  /** Milliseconds between blocks from now on; 0: no block comes by itself. */
  setPace(blockMs: number): void {
    clearInterval(this.blockTimer);
    if (blockMs > 0) this.blockTimer = setInterval(() => this.world.advance(), blockMs);
  }

  /** Base58 key of a contract's deployer, undefined when there is no such contract. */
  ownerOf(contract: string): string | undefined {
    const { contracts, ledger, executor } = this.world;
    return contracts.has(contract) ? ledger.quiet[0] : executor.deployed.get(contract);
  }

  /** Another chain from height 0 on; its first `blocks` have been accepted before anyone could hear of it. */
  restart(blocks: number): void {
    this.world = this.begin(blocks);
  }

  stop(): void {
    clearInterval(this.blockTimer);
    this.flood.setRate(0);
    this.flood.setLargeRate(0, 0);
    this.sessions.destroy();
  }

  private begin(blocks: number): World {
    // No one hears of a world that is not this node's, or not yet.
    const notify = (event: NodeEvent) => (this.world === world ? this.sessions.publish(event) : undefined);
    const send = {
      one: notify,
      block: (events: NodeEvent[]) => events.slice(0, this.faults.channelHolds).forEach(notify),
    };
    const blobHashes = this.blobs.map(({ hash }) => hash);
    const world: World = new World(this.seeded, this.provisioners, this.options, send, this.runs++, blobHashes);
    world.contracts.forEach((contract) => this.driverModules.restore(contract));
    for (let block = 0; block < blocks; block++) world.advance();
    return world;
  }
}
