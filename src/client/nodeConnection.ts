import { BlobClient } from "./routes/blobClient";
import { ContractClient } from "./routes/contractClient";
import { ContractTopics, type DescribedTopics, type NamedTopics } from "./contractTopics";
import { DeprecatedClient } from "./routes/deprecatedClient";
import { DispatchClient } from "./routes/dispatchClient";
import { DriverSchemas } from "./driverSchemas";
import { DriverClient } from "./routes/driverClient";
import type { Endpoint } from "./http/endpoint";
import { EventSession, type EventSessionOptions } from "./session/eventSession";
import { GraphqlClient } from "./routes/graphqlClient";
import { NetworkClient } from "./routes/networkClient";
import { NodeClient } from "./routes/nodeClient";
import { ProverClient } from "./routes/proverClient";
import { StatsClient } from "./routes/statsClient";
import { Subscriptions, type SubscriptionsOptions } from "./session/subscriptions";
import { TransactionClient } from "./routes/transactionClient";
import type { TransportOptions } from "./http/nodeRequest";
import { Transport } from "./http/transport";
import { present } from "../base/present";

/** How to talk to one node. */
export interface NodeConnectionOptions extends TransportOptions {
  /** The prover, when it is not the node itself. The node's headers, which may hold secrets, are not sent to it. */
  proverEndpoint?: Endpoint;
  /** Limit of one proof; 30 minutes unless set. */
  proverTimeoutMs?: number;
  /** How patient the event session is, and what time and chance are to it. */
  session?: Omit<EventSessionOptions, "endpoint" | "headers" | "ca" | "rejectUnauthorized" | "proxy">;
  /** What is known of contracts without asking the node, and how their drivers' schemas are read. */
  describedTopics?: DescribedTopics;
  namedTopics?: NamedTopics;
  subscriptions?: SubscriptionsOptions;
}

/** Everything one node offers, over one pool of HTTP connections and at most one WebSocket. Nothing is sent before use. */
export class NodeConnection {
  readonly transport: Transport;
  readonly node: NodeClient;
  readonly network: NetworkClient;
  readonly graphql: GraphqlClient;
  readonly contracts: ContractClient;
  readonly drivers: DriverClient;
  readonly schemas: DriverSchemas;
  readonly transactions: TransactionClient;
  readonly blobs: BlobClient;
  readonly stats: StatsClient;
  readonly prover: ProverClient;
  readonly deprecated: DeprecatedClient;
  readonly dispatch: DispatchClient;
  readonly topics: ContractTopics;
  private readonly proverTransport: Transport | undefined;
  private subscriptions: Subscriptions | undefined;

  /** Throws NodeError `invalid-input` for options that cannot be, such as a header with a line break. */
  constructor(private readonly options: NodeConnectionOptions) {
    const transport = new Transport(options);
    this.transport = transport;
    this.node = new NodeClient(transport);
    this.network = new NetworkClient(transport);
    this.graphql = new GraphqlClient(transport);
    this.drivers = new DriverClient(transport);
    this.schemas = new DriverSchemas((id) => this.drivers.schema(id), options.subscriptions?.clock);
    this.contracts = new ContractClient(transport, (id) => this.schemas.forget(id));
    this.transactions = new TransactionClient(transport);
    this.blobs = new BlobClient(transport);
    this.stats = new StatsClient(transport);
    this.deprecated = new DeprecatedClient(transport);
    this.dispatch = new DispatchClient(transport);
    const { schemas, graphql } = this;
    const { describedTopics: described, namedTopics: named, subscriptions } = options;
    this.topics = new ContractTopics({ schemas, graphql, described, named, clock: subscriptions?.clock });
    const { proverEndpoint: endpoint, proverTimeoutMs } = options;
    // The versions that are accepted are the node's; a prover of its own may have another.
    const { version: _version, ...others } = options;
    this.proverTransport = endpoint && new Transport({ ...others, endpoint, headers: {} });
    const proverLimit = proverTimeoutMs === undefined ? {} : { timeoutMs: proverTimeoutMs };
    this.prover = new ProverClient(this.proverTransport ?? transport, proverLimit);
  }

  get endpoint(): Endpoint {
    return this.transport.endpoint;
  }

  /** The subscriptions over the node's event session, which is made on first use and opened by `session.start()`. */
  get events(): Subscriptions {
    const { topics } = this;
    this.subscriptions ??= new Subscriptions(this.openSession(), this.transport, {
      topicsOf: async (contractId, signal) => (await topics.of(contractId, signal)).topics.map(({ topic }) => topic),
      onTopic: (contractId, learned) => topics.follow(contractId, learned),
      sawTopic: (contractId, topic) => topics.saw(contractId, topic),
      ...this.options.subscriptions,
    });
    return this.subscriptions;
  }

  /** The headers that make a request one of the event session's (§5); none when no session is open. */
  get sessionHeaders(): Record<string, string> {
    return this.subscriptions?.session.requestHeaders ?? {};
  }

  /** Closes the session and all connections. */
  async dispose(): Promise<void> {
    const session = this.subscriptions?.session;
    this.subscriptions?.dispose();
    this.topics.dispose();
    await Promise.all([session?.dispose(), this.transport.dispose(), this.proverTransport?.dispose()]);
  }

  private openSession(): EventSession {
    const { endpoint, headers, ca, rejectUnauthorized, proxy, session } = this.options;
    const opened = new EventSession({
      ...session,
      ...{ endpoint, ...present({ headers, ca, rejectUnauthorized, proxy }) },
    });
    // Anyone who is at the address since the last session, or in front of it, may be another.
    opened.onState(({ kind: at }) => at === "open" && this.graphql.askAgain());
    return opened;
  }
}
