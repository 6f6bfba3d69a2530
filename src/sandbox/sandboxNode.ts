import { randomBytes } from "node:crypto";
import { Chain } from "./chain";
import type { SampleContract } from "./contracts/contract";
import { sampleContracts } from "./contracts/sampleContracts";
import { Counters } from "./counters";
import { Executor } from "./executor";
import { DriverKey } from "./driverKey";
import { DriverModules } from "./driverModules";
import { Faults } from "./faults";
import { Flood } from "./flood";
import { Ledger } from "./ledger";
import { Mempool } from "./mempool";
import type { Json } from "./json";
import type { NodeEvent } from "./nodeEvent";
import { eventFrame } from "./nodeEvent";
import type { Options } from "./options";
import type { Provisioner } from "./provisioners";
import { provisioners } from "./provisioners";
import type { Blob } from "./routes/blobs";
import { blobs } from "./routes/blobs";
import { Seeded } from "./seeded";
import { Sessions } from "./sessions";
import { Traffic } from "./traffic";

/** The whole node behind its routes: chain, contracts, sessions, and what may be changed while it runs. */
export class SandboxNode {
  readonly seeded: Seeded;
  readonly ledger: Ledger;
  readonly provisioners: Provisioner[];
  readonly contracts: ReadonlyMap<string, SampleContract>;
  readonly executor: Executor;
  readonly mempool: Mempool;
  readonly chain: Chain;
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
  private readonly traffic: Traffic;
  private blockTimer: NodeJS.Timeout | undefined;

  constructor(readonly options: Options) {
    this.version = options.nodeVersion;
    this.controlToken = options.controls ? randomBytes(32).toString("hex") : undefined;
    this.seeded = new Seeded(options.seed);
    this.ledger = new Ledger(this.seeded);
    this.driverKey = new DriverKey(this.seeded);
    this.provisioners = provisioners(this.seeded, options.provisioners);
    this.contracts = sampleContracts(this.ledger, this.provisioners);
    this.blobs = blobs(this.seeded);
    this.executor = new Executor(this.ledger, this.contracts);
    this.sessions = new Sessions(options, this.faults, () => this.version);
    const publish = (event: NodeEvent) => this.sessions.publish(event);
    this.mempool = new Mempool(this.ledger, publish);
    this.chain = new Chain(this.seeded, this.executor, this.mempool, publish);
    this.traffic = new Traffic(this.seeded, this.ledger, this.mempool, this.contracts);
    this.flood = new Flood(this.sessions, options.prefix);
    for (let block = 0; block < options.history; block++) this.advance();
  }

  /** Base58 key and hex hash of whoever deployed the sample contracts. */
  get owner(): { key: string; hash: string } {
    return { key: this.ledger.quiet[0] ?? "", hash: this.seeded.hash("contract owner") };
  }

  frameOf(event: NodeEvent): Buffer {
    return eventFrame(event, this.options.prefix);
  }

  start(): void {
    const { blockMs, rate } = this.options;
    if (blockMs > 0) this.blockTimer = setInterval(() => this.advance(), blockMs);
    this.flood.setRate(rate);
  }

  /** One block, now and then reverted and replaced, and new transactions for the next. */
  advance(): void {
    const { txsPerBlock } = this.options;
    // People's transactions must not wait behind generated ones: a block has room for both.
    const block = this.chain.acceptBlock(txsPerBlock + 8);
    if (block.header.height % revertEvery === revertEvery - 1n) this.chain.revertTip();
    this.mempool.dropStaged(this.chain.height - stagedBlocks);
    this.traffic.add(txsPerBlock, this.chain.height);
  }

  stop(): void {
    clearInterval(this.blockTimer);
    this.flood.setRate(0);
    this.flood.setLargeRate(0, 0);
    this.sessions.destroy();
  }
}

const revertEvery = 23n;
/** Blocks that a transaction may stay staged before it is dropped. */
const stagedBlocks = 20n;
