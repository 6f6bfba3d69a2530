import type { ChainNews } from "../../../client/chain/chainHead";
import { systemClock, type Clock } from "../../../base/clock";
import type { Connection } from "../../../client/connection";
import type { NodeConnection } from "../../../client/nodeConnection";
import type { NodeInfo, Provisioner } from "../../../client/routes/nodeClient";
import type { NodeError } from "../../../client/failures/nodeError";
import {
  blockTransactions,
  lastFinalized,
  mempoolTransactions,
  recentBlocks,
  recentTransactions,
} from "./chainQueries";
import { contractDetails, type ContractDetails } from "./contractDetails";
import { Part } from "./rows/part";
import { ViewedProvisioners, type ProvisionerView } from "./rows/provisionerTable";
import { DriverDigests } from "./driverDigests";
import { RecentBlocks } from "./recentBlocks";
import type { ListedTransaction } from "./chainAnswers";
import { QueryFields } from "../../../graphql/schema/queryFields";
import { askStatistics } from "./rows/statisticsRows";
import { limits } from "../../../wire/limits";

const firstPeers = 50;
const balances = "balance/";

/** What the explorer has asked one node, each part on its own: it fails, gets old and is asked again by itself. */
export class ConnectionData {
  readonly blocks = new RecentBlocks();
  readonly digests = new DriverDigests();
  /** How many peers to ask for. */
  peerCount = firstPeers;
  /** How many waiting transactions the gas price is asked over, the best paying ones; undefined: all. */
  pricedTransactions: number | undefined;
  provisionerView: ProvisionerView = { by: "stake", filter: "" };
  /** Contracts met in events and transactions, in the order met. */
  readonly seenContracts = new Set<string>();
  /** Whether someone wants older blocks that have not come yet. */
  awaitsOlder = false;
  /** When the node's info came, in milliseconds since the epoch. */
  infoAt: number | undefined;
  /** How many chains the node has been on. */
  private chains = 1;
  private lastInfo: NodeInfo | undefined;
  private readonly named = new Map<string, Part<unknown>>();
  /** What failed, for which the connection is degraded, by name. */
  private readonly failing = new Map<string, () => Part<unknown>>();
  private readonly lastViewed = new ViewedProvisioners();

  constructor(
    readonly connection: Connection,
    private readonly clock: Clock = systemClock,
    /** Whom to ask what can be queried: a schema is not for the explorer to understand. */
    private readonly queryFields: Pick<QueryFields<Connection>, "of"> = new QueryFields(),
  ) {}

  /** The node's info, also after it stopped answering. */
  get info(): NodeInfo | undefined {
    const { status } = this.connection;
    if (status.state === "up" && status.info !== this.lastInfo) {
      this.lastInfo = status.info;
      this.infoAt = this.clock.now();
    }
    return this.lastInfo;
  }

  get chain() {
    return this.part("blocks", "blocks", (node) => this.loadBlocks(node));
  }

  /** The blocks below those of the list, as many as are wanted. */
  get olderBlocks() {
    return this.part("older", undefined, (node) => this.loadOlderBlocks(node));
  }

  get mempool() {
    return this.part("mempool", "mempool", async (node) => this.noteContracts(await mempoolTransactions(node)));
  }

  get gasPrice() {
    return this.part("gas", "gas price", (node) => node.network.gasPrice(this.pricedTransactions));
  }

  get peers() {
    return this.part("peers", "peers", (node) => node.network.peers(this.peerCount));
  }

  get locations() {
    return this.part("locations", undefined, (node) => node.network.peersLocation());
  }

  get provisioners() {
    return this.part("provisioners", "provisioners", (node) => node.node.provisioners());
  }

  get statistics() {
    return this.part("statistics", undefined, ({ stats }) => askStatistics(stats));
  }

  /** What can be queried of the node, by its GraphQL schema. */
  get queries() {
    return this.part("schema", undefined, () => this.queryFields.of(this.connection));
  }

  /** Contracts of recent transactions, noted in `seenContracts`. */
  get recentContracts() {
    return this.part("seen", undefined, async (node) => {
      this.noteContracts(await recentTransactions(node));
      return true;
    });
  }

  transactionsOf(blockHash: string) {
    return this.part(`block/${blockHash}`, undefined, async (node) =>
      this.noteContracts(await blockTransactions(node, blockHash)),
    );
  }

  contract(contractId: string) {
    const part: Part<ContractDetails> = this.part(`contract/${contractId}`, undefined, (node) =>
      contractDetails(node, contractId, this.connection.name, part.loadedAt !== undefined),
    );
    return part;
  }

  /** Of these provisioners those that are wanted, in the order wanted. */
  viewed(all: readonly Provisioner[]): readonly Provisioner[] {
    return this.lastViewed.of(all, this.provisionerView);
  }

  /** What a contract holds (§2.8), in units. */
  balance(contractId: string) {
    return this.part(`${balances}${contractId}`, undefined, (node) => node.contracts.contractBalance(contractId));
  }

  /** The balances that are known, by the ids of their contracts. */
  get knownBalances(): [contractId: string, balance: Part<unknown>][] {
    const known = [...this.named].filter(([name]) => name.startsWith(balances));
    return known.map(([name, part]) => [name.slice(balances.length), part]);
  }

  /** A part by its name, if it was ever wanted. */
  known(name: string): Part<unknown> | undefined {
    return this.named.get(name);
  }

  /** Whether what was asked for last failed, and is not asked for again by opening the row that it stands below. */
  hasFailed(name: string): boolean {
    const part = this.known(name);
    return part?.error !== undefined && (this.failing.has(name) || !part.isDue);
  }

  /** Wants one more page of blocks: `olderBlocks` asks for them. */
  showOlderBlocks(): void {
    this.blocks.showMore();
    this.awaitsOlder = true;
    this.known("older")?.invalidate();
  }

  /** Follows what became of the chain. */
  apply(news: ChainNews): void {
    this.blocks.apply(news);
    if (news.kind === "restarted") this.forgetChain();
    // Also what came between the list and the first event is told by no one.
    const isHole = news.kind === "missed" || (news.kind === "accepted" && this.blocks.hasHoleBelow(news.block));
    if (isHole) this.known("blocks")?.invalidate();
    if (news.kind !== "accepted" && news.kind !== "missed") return;
    for (const name of ["mempool", "gas", "statistics"]) this.known(name)?.invalidate();
    const kept = new Set(this.blocks.all.map(({ hash }) => `block/${hash}`));
    for (const name of this.named.keys()) if (name.startsWith("block/") && !kept.has(name)) this.named.delete(name);
  }

  /** Makes everything be asked again when it is next shown; until then it stays as it is. */
  invalidate(): void {
    for (const part of this.named.values()) part.invalidate();
    this.askFailing();
  }

  /** Notes contracts that events named. */
  noteSeen(contractIds: Iterable<string>): void {
    for (const id of contractIds) {
      if (this.seenContracts.size >= limits.seenContracts) return;
      this.seenContracts.add(id);
    }
  }

  private async loadBlocks(node: NodeConnection): Promise<true> {
    const { chain } = this.connection;
    const { chains } = this;
    const { all: listed, size } = this.blocks;
    const { finalized: known } = chain;
    const [blocks, finalized] = await Promise.all([
      recentBlocks(node, undefined, size),
      lastFinalized(node).catch(() => undefined),
    ]);
    // The chain began again meanwhile: the answer may be of the one before.
    if (chains !== this.chains) return this.loadBlocks(node);
    this.blocks.take(blocks, listed);
    this.awaitsOlder &&= this.blocks.size > size;
    for (const [at, { height, hash }] of blocks.entries()) {
      if (hash !== undefined) chain.learn({ height, hash }, at === 0);
    }
    if (finalized !== undefined) chain.learnFinalized(finalized, known);
    return true;
  }

  private async loadOlderBlocks(node: NodeConnection): Promise<true> {
    const { olderThan: below, size } = this.blocks;
    const count = size - this.blocks.all.length;
    const { chains } = this;
    const older = below === undefined || count <= 0 ? [] : await recentBlocks(node, below, count);
    if (chains !== this.chains) return true;
    this.blocks.take([...this.blocks.all, ...older]);
    this.awaitsOlder &&= this.blocks.size > size;
    return true;
  }

  /** Nothing that was asked of another chain is shown as the present one's. */
  private forgetChain(): void {
    this.chains++;
    this.awaitsOlder = false;
    this.seenContracts.clear();
    this.digests.clear();
    this.named.clear();
    this.askFailing();
  }

  /** What a connection is degraded for is said above all of its rows, also while no one sees those that would ask. */
  private askFailing(): void {
    if (this.connection.status.state !== "up") return;
    for (const part of [...this.failing.values()]) void part().ready();
  }

  private noteContracts(transactions: ListedTransaction[]): ListedTransaction[] {
    const named = transactions.flatMap((each) => ("unreadable" in each ? [] : [each.call?.contractId, each.deployed]));
    this.noteSeen(named.filter((id) => id !== undefined));
    return transactions;
  }

  /** `route` is what a failure makes the connection degraded for; none for parts that may well be missing. */
  private part<T>(name: string, route: string | undefined, load: (node: NodeConnection) => Promise<T>): Part<T> {
    const known = this.named.get(name) as Part<T> | undefined;
    if (known) return known;
    const onOutcome = (error: NodeError | undefined) => {
      const failure = error?.reason === "not-offered" ? undefined : error;
      if (route === undefined) return;
      this.connection.noteFailure(route, failure);
      if (failure) this.failing.set(name, () => this.part(name, route, load));
      else this.failing.delete(name);
    };
    const part = new Part(async () => load(await this.connection.node()), { onOutcome, clock: this.clock });
    this.named.set(name, part);
    return part;
  }
}
