import { fieldsOf, itemsOf, jsonIn } from "../wire/json/fields";
import { hasBuiltInDriver } from "../wire/ids";
import { limits } from "../wire/limits";
import type { Json } from "../wire/json/exactJson";
import { systemClock, type Clock } from "../base/clock";
import type { Disposable } from "../base/disposables";
import { answersTo, blockOf, newestBlock } from "./chain/chainQuestions";
import type { DriverSchemas } from "./driverSchemas";
import type { GraphqlClient } from "./routes/graphqlClient";
import { NodeError } from "./failures/nodeError";

/** A topic of a contract's events, with what is said of it where that is known. */
export interface KnownTopic {
  readonly topic: string;
  readonly data?: string;
  readonly doc?: string;
}

/** The topics that a driver's schema names (§4.8 `get_schema`), or without a schema those that are built in. */
export type DescribedTopics = (contractId: string, schema?: string) => readonly KnownTopic[];

/** Topics that a person gave by name, remembered beyond a connection and a window. */
export interface NamedTopics {
  of(contractId: string): readonly string[];
  add(contractId: string, topic: string): Promise<void>;
}

/** What is known of a contract's topics, and what told it. */
export interface KnownTopics {
  readonly topics: readonly KnownTopic[];
  /** `chain`: what its events so far were called, which need not be all. */
  readonly from: "catalogue" | "schema" | "chain" | "nothing";
  /** Why there is no schema, if it failed. */
  readonly problem?: NodeError;
}

interface Needs {
  schemas: DriverSchemas;
  graphql: Pick<GraphqlClient, "query">;
  described?: DescribedTopics | undefined;
  named?: NamedTopics | undefined;
  clock?: Clock | undefined;
}

/** A driver may be replaced, and a broken one must not be asked again and again. */
const keptMs = 30_000;
/** Between two looks at the newest blocks while someone waits for topics. */
const lookMs = 5000;
const recentBlocks = 10n;

/**
 * The one place that knows the topics of a node's contracts: what is built in, else what a driver's schema names, else
 * what the chain has shown. What is learned later is told to anyone who follows a contract.
 */
export class ContractTopics implements Disposable {
  private readonly asked = new Map<string, { at: number; answer: Promise<KnownTopics> }>();
  private readonly shown = new Map<string, Set<string>>();
  private readonly followers = new Map<string, Set<(topic: string) => void>>();
  private readonly clock: Clock;
  private looking: Disposable | undefined;
  /** While a contract is followed: the height of the last block that was looked at. */
  private lookedTo: bigint | undefined;

  constructor(private readonly needs: Needs) {
    this.clock = needs.clock ?? systemClock;
    needs.schemas.onChange((id) => this.asked.delete(id));
  }

  /** The topics that are known of a contract; never rejects but for the signal's reason. */
  async of(contractId: string, signal?: AbortSignal): Promise<KnownTopics> {
    const known = this.asked.get(contractId);
    const isFresh = known && this.clock.now() - known.at < keptMs;
    const answer = isFresh ? known.answer : this.ask(contractId);
    if (!isFresh) this.asked.set(contractId, { at: this.clock.now(), answer });
    const found = await answer;
    signal?.throwIfAborted();
    return this.withShown(contractId, found);
  }

  /** Notes the topic of an event that was met, wherever. */
  saw(contractId: string, topic: string): void {
    const id = contractId.toLowerCase();
    const topics = this.shown.get(id) ?? new Set<string>();
    if (topics.has(topic) || topics.size >= limits.topicsOfContract) return;
    if (!this.shown.has(id) && this.shown.size >= limits.contractsWithTopics) return;
    this.shown.set(id, topics.add(topic));
    for (const learned of this.followers.get(id) ?? []) learned(topic);
  }

  /** Notes a topic that a person gave by name, for later as well. */
  async name(contractId: string, topic: string): Promise<void> {
    this.saw(contractId, topic);
    await this.needs.named?.add(contractId, topic);
  }

  /** Tells topics of a contract that were not met before, and looks for them in new blocks as long as it is followed. */
  follow(contractId: string, learned: (topic: string) => void): Disposable {
    const id = contractId.toLowerCase();
    const own = (topic: string) => learned(topic);
    const all = this.followers.get(id) ?? new Set();
    this.followers.set(id, all.add(own));
    if (!hasBuiltInDriver(id)) this.lookLater();
    return {
      dispose: () => {
        all.delete(own);
        if (all.size === 0 && this.followers.get(id) === all) this.followers.delete(id);
        if (this.followers.size === 0) this.dispose();
      },
    };
  }

  dispose(): void {
    this.looking?.dispose();
    this.looking = undefined;
    this.lookedTo = undefined;
  }

  private async ask(contractId: string): Promise<KnownTopics> {
    const { described = () => [] } = this.needs;
    // The handlers of built-in drivers may close the connection at this question.
    if (hasBuiltInDriver(contractId)) return { topics: described(contractId), from: "catalogue" };
    let problem: NodeError | undefined;
    try {
      const topics = described(contractId, await this.needs.schemas.of(contractId));
      if (topics.length > 0) return { topics, from: "schema" };
    } catch (thrown) {
      problem = NodeError.from(thrown);
    }
    await Promise.all([this.lookAtFinalized(contractId), this.lookAtRecent()]);
    return { topics: [], from: "nothing", ...(problem && { problem }) };
  }

  private withShown(contractId: string, found: KnownTopics): KnownTopics {
    const named = new Set(found.topics.map(({ topic }) => topic.toLowerCase()));
    const shown = this.shown.get(contractId.toLowerCase()) ?? [];
    const all = new Set([...(this.needs.named?.of(contractId) ?? []), ...shown]);
    const more = [...all].filter((topic) => !named.has(topic.toLowerCase())).map((topic) => ({ topic }));
    if (more.length === 0) return found;
    return { ...found, topics: [...found.topics, ...more], from: found.from === "nothing" ? "chain" : found.from };
  }

  /** The archive's events of the contract (§4.10), as many as it gives at once. */
  private async lookAtFinalized(contractId: string): Promise<void> {
    const list = await this.events(`finalizedEvents(contractId: ${JSON.stringify(contractId)}, limit: 200) { json }`);
    for (const response of list) this.note(fieldsOf(response)["events"] ?? response, contractId);
  }

  /** The events of the newest blocks that were not looked at yet; of many blocks only the last ones. False without an archive. */
  private async lookAtRecent(): Promise<boolean> {
    const { height: tip } = blockOf((await answersTo(this.needs.graphql, newestBlock))?.["block"]) ?? {};
    // A node that does not answer now may later.
    if (tip === undefined) return true;
    const heights: bigint[] = [];
    for (let height = tip; height >= 0n && height > tip - recentBlocks; height--) {
      if (this.lookedTo === undefined || height > this.lookedTo) heights.push(height);
    }
    if (this.lookedTo !== undefined) this.lookedTo = tip;
    if (heights.length === 0) return true;
    const fields = heights.map((height) => `h${height}: contractEvents(height: ${height}) { json }`);
    const lists = await this.events(fields.join(" "));
    for (const list of lists) this.note(list);
    return lists.length > 0;
  }

  private lookLater(): void {
    this.lookedTo ??= -1n;
    this.looking ??= this.clock.after(lookMs, () => {
      this.looking = undefined;
      void this.lookAtRecent().then((found) => found && this.followers.size > 0 && this.lookLater());
    });
  }

  private note(events: Json, contractId?: string): void {
    for (const event of itemsOf(events)) {
      const { source, target, topic } = fieldsOf(event);
      const emitter = typeof source === "string" ? source : typeof target === "string" ? target : contractId;
      if (emitter !== undefined && typeof topic === "string" && topic !== "")
        this.saw(emitter.replace(/^0x/i, ""), topic);
    }
  }

  /** The `json` of each field of an answer; none where the node keeps no archive. */
  private async events(selection: string): Promise<Json[]> {
    return Object.values((await answersTo(this.needs.graphql, selection)) ?? {}).map((field) => {
      const { json = null } = fieldsOf(field);
      return typeof json === "string" ? (jsonIn(json) ?? null) : json;
    });
  }
}
