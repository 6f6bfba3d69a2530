import { hostname } from "node:os";
import * as vscode from "vscode";
import { t } from "../../base/translate";
import { PageRequestHandler } from "../../bridge/pageRequestHandler";
import type { CallRequest } from "../../bridge/callRequest";
import {
  type ConnectionView,
  type OpenCall,
  pageAsks,
  type PageCalls,
  type PageNotices,
  type Selection,
  type StartingPage,
} from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { nameInId } from "../../client/connectionConfig";
import { noSuchConnection } from "../../client/noConnection";
import { chainIdOf } from "../../client/connectionStatus";
import { NodeError } from "../../client/failures/nodeError";
import { contractName, knownContracts } from "../../contract/schema/knownContracts";
import { isCancelled } from "../../host/cancellation";
import { Owner } from "../../base/disposables";
import { pageHtml } from "../../host/pageHtml";
import { nameTab } from "../../host/views";
import { limits } from "../../wire/limits";
import { shortWords } from "../../wire/shortWords";
import type { CallContext } from "./callContext";
import type { CallFiles } from "./callFiles/callFiles";
import { withActions } from "./failureActions";
import { inputHandlers } from "./inputHandlers";
import { PanelCall } from "./panelCall";
import { panelHandlers, type PanelContext } from "./panelHandlers";
import { resultHandlers } from "./resultHandlers";
import { present } from "../../base/present";

/** What a panel is, beside what its page shows. */
export interface PanelIdentity {
  /** Unique within the workspace, also over reloads. */
  readonly id: string;
  /** The id of the pinned connection. */
  readonly connection: string;
}

/** One contract panel: the extension's side of its page. What matters lives here, the page can come and go. */
export class CallPanel extends Owner {
  selection: Selection = { contractId: "", fn: "" };
  private readonly answerer: PageRequestHandler<PageCalls, PageNotices>;
  private readonly call: PanelCall;
  private headers: CallRequest["headers"] = [];
  private waiting: OpenCall | undefined;
  private interactive: (() => void) | undefined;
  /** Resolves when the page has drawn its starting state for the first time. */
  readonly ready = new Promise<void>((resolve) => (this.interactive = resolve));

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly identity: PanelIdentity,
    private readonly context: CallContext,
    private readonly files: CallFiles,
  ) {
    super();
    this.call = new PanelCall(context, identity.id, {
      changed: (state) => this.answerer.notify("callChanged", withActions(context, state)),
      streamed: (news) => this.answerer.notify("streamed", news),
    });
    const panelContext = this.panelContext();
    const answers = {
      ready: async ({ selected }: { selected?: Selection }) => this.start(selected),
      shown: async () => {
        this.interactive?.();
        return null;
      },
      ...inputHandlers(context, () => panelContext.connection()),
      ...panelHandlers(panelContext),
      ...resultHandlers(context, panelContext),
    };
    const { webview } = panel;
    this.answerer = new PageRequestHandler(
      (message) => void webview.postMessage(message),
      pageAsks,
      answers,
      (error) => this.failureOf(error),
    );
    this.restoreCall();
    this.own({ dispose: () => this.call.dispose() });
    this.own(webview.onDidReceiveMessage((message) => this.answerer.receive(message)));
    this.own(
      context.connections.onChange(({ kind }) => {
        this.answerer.notify("connectionChanged", this.connectionView());
        if (kind !== "set" && kind !== "shown") return;
        this.notifyContracts();
        this.setTitle();
      }),
    );
    this.own(files.onChange(() => this.notifyContracts()));
    this.draw();
  }

  /** Shows a call in the page, now or as soon as the page is there. */
  open(call: OpenCall): void {
    this.selection = call;
    this.waiting = call;
    this.answerer.notify("open", call);
    this.setTitle();
  }

  private draw(): void {
    const { webview } = this.panel;
    const dist = vscode.Uri.joinPath(this.context.assets, "dist");
    const media = vscode.Uri.joinPath(this.context.assets, "media");
    webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
    this.setTitle();
    const { bundle } = vscode.l10n;
    webview.html = pageHtml(webview, {
      title: t`Contract call`,
      script: vscode.Uri.joinPath(dist, "contractPanel.js"),
      style: vscode.Uri.joinPath(media, "contractPanel.css"),
      ...(bundle && { language: { id: vscode.env.language, texts: bundle } }),
    });
    const connection = this.context.connections.byId(this.identity.connection);
    if (connection?.status.state === "idle" && !connection.status.ended) void connection.connect();
  }

  private async start(selected: Selection | undefined): Promise<StartingPage> {
    if (selected && !this.waiting) this.selection = selected;
    this.setTitle();
    const { waiting } = this;
    this.waiting = undefined;
    return {
      panel: this.identity.id,
      connection: this.connectionView(),
      contracts: this.contracts(),
      callFiles: this.files.listed,
      headers: this.headers,
      call: withActions(this.context, this.call.snapshot()),
      ...(waiting && { open: waiting }),
    };
  }

  private panelContext(): PanelContext {
    return {
      connection: () => this.pinned(),
      call: this.call,
      selected: (selection) => {
        this.selection = selection;
        this.waiting = undefined;
        this.setTitle();
      },
      keepHeaders: (headers) => (this.headers = headers),
      openCallFile: async (uri) => this.open(await this.files.openCall(uri, this.pinned())),
    };
  }

  private pinned(): Connection {
    const connection = this.context.connections.byId(this.identity.connection);
    if (connection) return connection;
    throw noSuchConnection(
      nameInId(this.identity.connection),
      t`Add it again under the same name, or open a new panel for another connection.`,
    );
  }

  /** Restores the panel's last outcome from the history after a reload. */
  private restoreCall(): void {
    const { history, log } = this.context;
    const record = history.records.find(({ panel }) => panel === this.identity.id);
    if (!record) return;
    const { request, outcome, at, isCutInput } = record;
    if (outcome.only === undefined && !isCutInput) return this.call.restore(request, outcome, at);
    Promise.all([history.request(record), history.whole(record)]).then(
      ([sent, whole]) => this.call.restore(sent, whole, at),
      // No one has asked for it yet.
      (error: unknown) => log.warn(String(error)),
    );
  }

  private notifyContracts(): void {
    this.answerer.notify("contractsChanged", { contracts: this.contracts(), callFiles: this.files.listed });
  }

  private contracts() {
    const connection = this.context.connections.byId(this.identity.connection);
    return knownContracts(connection?.config.contracts ?? []);
  }

  private connectionView(): ConnectionView {
    const id = this.identity.connection;
    const connection = this.context.connections.byId(id);
    const name = connection?.name ?? nameInId(id);
    // In a remote window, localhost is the remote machine.
    const machine = vscode.env.remoteName ? t`the remote machine ${hostname()}` : t`this machine`;
    if (!connection) return { id, name, url: "", state: "gone", machine };
    const { status, config } = connection;
    const view = {
      id,
      name,
      url: config.url,
      state: status.state,
      machine,
      ...(config.role && { role: config.role }),
      ...(config.signer && { signs: true as const }),
    };
    if (status.state === "failed") return { ...view, problem: shortWords(status.error.message) };
    if (status.state !== "up") return view;
    const chainId = chainIdOf(status);
    const { version: said } = status.info;
    const version = typeof said === "string" ? shortWords(said, limits.titleCharacters) : undefined;
    return { ...view, ...present({ chainId, version }) };
  }

  private setTitle(): void {
    const { contractId, fn } = this.selection;
    const connection = this.context.connections.byId(this.identity.connection);
    const contract = contractId ? contractName(contractId, connection?.config.contracts ?? []) : "Contracts";
    const name = connection?.name ?? nameInId(this.identity.connection);
    nameTab(this.panel, `${contract}${fn ? `.${fn}` : ""} · ${name}`);
  }

  private failureOf(error: unknown) {
    const { message, remedy, response } = NodeError.from(error);
    // Anything but a NodeError is a bug, or a malformed message of the page: log it.
    if (!isCancelled(error) && !(error instanceof NodeError)) this.context.log.error(String(error));
    return present({ message, remedy, response });
  }
}
