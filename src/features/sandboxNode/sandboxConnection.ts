import { execPath } from "node:process";
import { t } from "../../base/translate";
import { connectionId, sandboxKey } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { Owner } from "../../base/disposables";
import { builtinContract } from "../../contract/schema/builtinContracts";
import { readSetting } from "../../host/settings";
import { singleFlight } from "../../base/turns";
import { NodeError } from "../../client/failures/nodeError";
import type { TransactionLife } from "../../client/transactions/transactionLife";
import { playStory, type Story } from "./model/transactionStories";
import { SandboxProcess } from "./sandboxProcess";

/** What is told of the sandbox's process. */
interface SandboxListener {
  running(isRunning: boolean): void;
  /** It ended though no one stopped it; with its exit code. */
  ended(code: number | null): void;
}

const own = { name: "Sandbox", key: sandboxKey, origin: "window" } as const;

/**
 * The one sandbox node of a window and its connection, which are there together: anyone who takes the connection away stops
 * the process. It is no connection of the settings, whatever those are called.
 */
export class SandboxConnection extends Owner {
  readonly id = connectionId(own);
  /** Starts the process, unless it runs, and makes its connection the active one. */
  readonly start = singleFlight(() => this.startNow());
  private process: SandboxProcess | undefined;
  private isPlaying = false;

  constructor(
    private readonly connections: Connections,
    /** Path of the sandbox's bundle. */
    private readonly bundle: string,
    private readonly listener: SandboxListener,
  ) {
    super();
    const changed = connections.onChange(() => {
      if (this.process && !connections.byId(this.id)) this.stop();
    });
    this.own({ dispose: () => this.process?.stop() }, changed);
  }

  stop(): void {
    this.process?.stop();
    this.setProcess(undefined);
    if (this.connections.byId(this.id)) this.connections.remove(this.id);
  }

  /** Plays what can happen to a transaction, one at a time; `show` is given the one that it happens to. */
  async play(story: Story, show: (life: TransactionLife) => Promise<unknown>): Promise<void> {
    const connection = this.connections.byId(this.id);
    const { process } = this;
    if (!process || !connection)
      throw new NodeError("invalid-input", t`The sandbox node does not run.`, { remedies: ["start-sandbox"] });
    if (this.isPlaying) throw new NodeError("invalid-input", t`A transaction's story is being played already.`);
    this.isPlaying = true;
    try {
      const { ended, ready } = process;
      const counter = ready.contracts.find(({ name }) => name === "Counter")?.id ?? "";
      const ask = (control: string, body?: object) => process.ask(control, body);
      await playStory({ ask, transactions: connection.transactions, counter, show, ended }, story);
    } finally {
      this.isPlaying = false;
    }
  }

  /** Resolves to true, which says that there is a connection now. */
  private async startNow(): Promise<boolean> {
    if (this.process) return true;
    const process = await SandboxProcess.start(this.bundle, readSetting("sandbox.like"));
    process.onExit((code) => {
      this.setProcess(undefined);
      this.listener.ended(code);
    });
    const { listening: url, contracts = [] } = process.ready;
    // Those that every node has are called alike on all of them.
    const samples = contracts.filter(({ id }) => !builtinContract(id));
    const timeoutMs = readSetting("requestTimeoutSeconds") * 1000;
    // It signs for an account of its own, so that transactions can be tried without a wallet.
    const signer = { command: execPath, args: [this.bundle, "sign"], env: { ELECTRON_RUN_AS_NODE: "1" } };
    const connection = this.connections.add({ ...own, url, timeoutMs, contracts: samples, signer });
    this.setProcess(process);
    this.connections.setActive(this.id);
    await connection.connect();
    return true;
  }

  private setProcess(process: SandboxProcess | undefined): void {
    this.process = process;
    this.listener.running(process !== undefined);
  }
}
