import type { ConnectionConfig } from "../../src/client/connection";
import type { Connections } from "../../src/client/connections";
import { ExplorerCommands } from "../../src/features/explorer/explorerCommands";
import type { ExplorerNode } from "../../src/features/explorer/model/rows/explorerNode";
import type { ExplorerRefresh } from "../../src/features/explorer/explorerRefresh";
import type { ExplorerTree } from "../../src/features/explorer/explorerTree";
import type { ProvisionerOrder } from "../../src/features/explorer/model/rows/provisionerTable";
import { eventually } from "./eventually";
import type { ShownRows } from "./shownRows";
import type { Sandbox } from "./startSandbox";

/** How the rows of the tree are opened and closed. */
export interface Hands {
  open(row: ExplorerNode): Promise<void>;
  close(row: ExplorerNode): Promise<void>;
}

export interface WalkedExplorer {
  connections: Connections;
  tree: ExplorerTree;
  changes: ExplorerRefresh;
  shown: ShownRows;
  hands: Hands;
}

/** A small generator of its own, so that a walk can be repeated by its seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Someone who does this and that with the tree, while things happen to the nodes. */
export class ExplorerWalk {
  /** How often each thing was done. */
  readonly done: Record<string, number> = {};
  steps = 0;
  private readonly commands: ExplorerCommands;
  private readonly down = new Set<Sandbox>();
  private names: string[];
  private renamed = 0;

  constructor(
    private readonly nodes: readonly Sandbox[],
    private readonly explorer: WalkedExplorer,
    private readonly chance: () => number,
  ) {
    const { connections, tree, changes } = explorer;
    this.commands = new ExplorerCommands(connections, tree, changes);
    this.names = nodes.map((_, at) => `Node ${at + 1}`);
  }

  /** Gives the window all connections. */
  connect(): void {
    this.explorer.connections.replace(
      "settings",
      this.names.map((name, at) => this.config(name, at)),
    );
  }

  /** Does one thing. */
  async step(): Promise<void> {
    const all = Object.keys(this.deeds);
    const name = all[Math.floor(this.chance() * all.length)]!;
    await this.deeds[name]!();
    this.done[name] = (this.done[name] ?? 0) + 1;
    this.steps++;
  }

  /** Ends what is going wrong, and waits until all nodes are connected. */
  async calm(): Promise<void> {
    for (const node of this.down) await node.restart();
    this.down.clear();
    for (const node of this.nodes) await node.control("reset");
    this.connect();
    const { all } = this.explorer.connections;
    for (const connection of all) {
      await connection.retry();
      await eventually(
        `${connection.name} to be up`,
        () => connection.status,
        (status) => status.state === "up" && status.events.kind === "open",
        30_000,
      );
    }
  }

  /** Ends a node for good. Resolves to its connection when that is known to have failed. */
  async kill(at: number) {
    const node = this.nodes[at]!;
    this.down.add(node);
    await node.stop();
    const connection = this.explorer.connections.all[at]!;
    await eventually(
      `${connection.name} to be lost`,
      () => connection.status.state,
      (status) => status === "failed",
      30_000,
    );
    return connection;
  }

  refreshAll(): Promise<void> {
    return this.commands.refreshAll();
  }

  /** Opens rows one after the other, so that there is much to see. */
  async openSome(count: number): Promise<void> {
    for (let opened = 0; opened < count; opened++) await this.turn(true);
  }

  /** Lets blocks and transactions come to all nodes. */
  async advance(): Promise<void> {
    for (const node of this.nodes) {
      await node.control("transaction", { propagate: true });
      await node.control("block", { count: 2 });
      await node.control("transaction", { propagate: true });
    }
  }

  async closeAll(): Promise<void> {
    for (const row of this.explorer.shown.below()) {
      if (this.explorer.shown.isOpen(row)) await this.explorer.hands.close(row);
    }
  }

  private readonly deeds: Record<string, () => Promise<unknown>> = {
    open: () => this.turn(true),
    "open one more": () => this.turn(true),
    "open another": () => this.turn(true),
    close: () => this.turn(false),
    page: () => this.press("more"),
    "page on": () => this.press("more"),
    retry: () => this.press("retry"),
    "refresh a row": async () => {
      const row = this.any(() => true);
      if (row) await this.commands.refreshRow(row);
    },
    "refresh all": () => this.refreshAll(),
    filter: () => this.view({ filter: this.one(["", "", "2", "z3", "no such key"]) }),
    sort: () => this.view({ by: this.one(["stake", "reward", "key"] satisfies ProvisionerOrder[]) }),
    blocks: () => this.happen("block", { count: 1 + Math.floor(this.chance() * 4) }),
    transaction: () => this.happen("transaction", { propagate: true }),
    "clear mempool": () => this.happen("clear-mempool"),
    revert: () => this.happen("revert"),
    "restart chain": () => (this.isRare() ? this.happen("block") : this.happen("restart-chain", { height: 30 })),
    "be slow": () => this.happen("latency", { ms: 400, count: 4 }),
    "fail once": () => this.happen("answer", { path: "/on/node/provisioners", status: 500, text: "VM error: busy" }),
    "cut events": () => this.happen("cut-socket"),
    kill: async () => {
      const node = this.one(this.nodes);
      this.down.add(node);
      await node.stop();
    },
    revive: () => this.revive(),
    "revive again": () => this.revive(),
    rename: async () => {
      if (this.isRare()) return;
      const at = Math.floor(this.chance() * this.names.length);
      this.names = this.names.with(at, `Node ${at + 1}, name ${++this.renamed}`);
      this.connect();
    },
    remove: async () => {
      if (this.isRare()) return;
      const at = Math.floor(this.chance() * this.names.length);
      const configs = this.names.flatMap((name, each) => (each === at ? [] : [this.config(name, each)]));
      this.explorer.connections.replace("settings", configs);
    },
    add: async () => this.connect(),
    choose: async () => this.explorer.connections.setActive(this.one(this.explorer.connections.all)?.id),
    wait: () => new Promise((done) => setTimeout(done, this.chance() * 400)),
  };

  private config(name: string, at: number): ConnectionConfig {
    return { name, url: this.nodes[at]!.url, timeoutMs: 2000, contracts: [], origin: "settings" };
  }

  /** Whether something that leaves little of what is open is not to be done this time. */
  private isRare(): boolean {
    return this.chance() > 0.3;
  }

  private one<T>(list: readonly T[]): T {
    return list[Math.floor(this.chance() * list.length)] as T;
  }

  private any(is: (row: ExplorerNode) => boolean): ExplorerNode | undefined {
    // Rows further up are what people open most; without them few others were ever reached among thousands.
    const rows = [...this.explorer.shown.all()].filter(is);
    const few = rows.filter(({ kind }) => kind !== "provisioner" && kind !== "field");
    return this.chance() < 0.8 && few.length > 0 ? this.one(few) : this.one(rows);
  }

  private async turn(isToOpen: boolean): Promise<void> {
    const { shown, hands } = this.explorer;
    const row = this.any((each) => shown.opens(each) && shown.isOpen(each) !== isToOpen);
    if (row) await (isToOpen ? hands.open(row) : hands.close(row));
  }

  private async press(kind: "more" | "retry"): Promise<void> {
    const row = this.any((each) => each.kind === kind);
    if (row) await (kind === "more" ? this.commands.showMore(row) : this.commands.retry(row));
  }

  private async view(change: { by?: ProvisionerOrder; filter?: string }): Promise<void> {
    const connection = this.one(this.explorer.connections.all);
    if (!connection) return;
    const data = this.explorer.tree.dataOf(connection);
    data.provisionerView = { ...data.provisionerView, ...change };
    await this.explorer.tree.update({ kind: "section", connection, section: "provisioners" });
  }

  private async happen(control: string, body: object = {}): Promise<void> {
    const up = this.nodes.filter((node) => !this.down.has(node));
    if (up.length > 0) await this.one(up).control(control, body);
  }

  private async revive(): Promise<void> {
    for (const node of this.down) await node.restart();
    this.down.clear();
  }
}
