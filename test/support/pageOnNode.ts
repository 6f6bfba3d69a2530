import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageRequestHandlers } from "../../src/bridge/pageRequestHandler";
import type { CallRequest } from "../../src/bridge/callRequest";
import type { ConnectionView, OpenCall, PageCalls, StartingPage } from "../../src/bridge/contractPage";
import { Connection } from "../../src/client/connection";
import type { ConnectionConfig } from "../../src/client/connectionConfig";
import type { CallContext } from "../../src/features/contractPanel/callContext";
import { CallHistory } from "../../src/features/contractPanel/callHistory";
import { ContractSchemas } from "../../src/features/contractPanel/model/contractSchemas";
import { inputHandlers } from "../../src/features/contractPanel/inputHandlers";
import { InputExamples } from "../../src/features/contractPanel/model/inputExamples";
import { LearnedTypes } from "../../src/features/contractPanel/learnedTypes";
import { PanelCall } from "../../src/features/contractPanel/panelCall";
import { ResultFiles } from "../../src/features/contractPanel/resultFiles";
import { Memory } from "./memory";
import { eventually } from "./eventually";
import { ShownPage, type ShownPageOptions } from "./shownPage";

/** The page's options; one that `isToldFirst` is told what to open while it loads, before it has asked. */
export interface PageOnNodeOptions extends ShownPageOptions {
  isToldFirst?: boolean;
}

/** The contract page on a node: what it asks of the node and its calls are answered as in an editor. */
export class PageOnNode {
  readonly connection: Connection;
  readonly context: CallContext;
  readonly call: PanelCall;
  shown!: ShownPage;
  /** How often the page asked for a contract. */
  contractsAsked = 0;
  /** Calls of which transactions were to be made, and what those wait for. */
  readonly transacted: CallRequest[] = [];
  signing: Promise<void> = Promise.resolve();

  private constructor(config: Pick<ConnectionConfig, "url" | "contracts"> & Partial<ConnectionConfig>) {
    this.connection = new Connection({ name: "Local", timeoutMs: 5000, origin: "window", ...config });
    const memory = new Memory();
    const parts = {
      schemas: new ContractSchemas(),
      learned: new LearnedTypes(memory),
      examples: new InputExamples(),
      history: new CallHistory(memory, new ResultFiles(join(tmpdir(), "chainscope-page-results"))),
      report: (error: unknown) => console.error(error),
    };
    this.context = parts as unknown as CallContext;
    this.call = new PanelCall(this.context, "panel", {
      changed: (state) => this.shown.notify("callChanged", state),
      streamed: (news) => this.shown.notify("streamed", news),
    });
  }

  /** Opens the page with a function chosen, or what `saved` says. */
  static async open(
    config: Pick<ConnectionConfig, "url" | "contracts"> & Partial<ConnectionConfig>,
    call: OpenCall,
    { isToldFirst, ...options }: PageOnNodeOptions = {},
  ): Promise<PageOnNode> {
    const page = new PageOnNode(config);
    page.shown = await ShownPage.open(page.answers(options.saved ? undefined : call, isToldFirst), options);
    return page;
  }

  async close(): Promise<void> {
    this.call.dispose();
    this.connection.dispose();
    await this.shown.page.close();
  }

  private answers(open: StartingPage["open"], isToldFirst = false): PageRequestHandlers<PageCalls> {
    const { connection, context, call } = this;
    const { name, id, config } = connection;
    const view: ConnectionView = { id, name, url: config.url, state: "up", chainId: "250", machine: "this machine" };
    const starting = {
      ...{ panel: "panel", connection: { ...view, ...(config.role && { role: config.role }) } },
      ...{ contracts: [...config.contracts], callFiles: [{ uri: "file:///a.call.json", label: "a" }], headers: [] },
    };
    const nothing = async () => null;
    const rest = { select: nothing, shown: nothing, keepHeaders: nothing, readFile: nothing, showHistory: nothing };
    const files = { copyAs: nothing, saveCallFile: nothing, openCallFile: nothing, act: nothing, watch: nothing };
    const answers = inputHandlers(context, () => connection);
    const results = { copyResult: nothing, openResult: nothing, saveResult: nothing };
    return {
      ...{ ...rest, ...files, ...results },
      ready: async () => {
        const isThere = () => this.shown !== undefined;
        if (isToldFirst) await eventually("the page", isThere, Boolean);
        if (isToldFirst && open) this.shown.notify("open", open);
        return { ...starting, call: call.snapshot(), ...(open && { open }) };
      },
      transact: async (request) => {
        this.transacted.push(request);
        await this.signing;
        return null;
      },
      ...answers,
      openContract: (ask) => {
        this.contractsAsked++;
        return answers.openContract(ask);
      },
      call: async (request) => {
        call.start(connection, request);
        return null;
      },
      stop: async () => {
        call.stop();
        return null;
      },
    };
  }
}
