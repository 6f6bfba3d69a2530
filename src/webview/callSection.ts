import { t } from "../base/translate";
import type { CallRequest, HeaderLine } from "../bridge/callRequest";
import type { CallState, ConnectionView, ContractView, OpenCall, PageAsker } from "../bridge/contractPage";
import { shortId } from "../wire/ids";
import type { DriverFunction } from "../contract/schema/driverSchema";
import { element, setAttribute, showText } from "./element";
import { HeaderRows } from "./headerRows";
import { InputEditor } from "./inputEditor";
import type { InputState } from "./pageState";
import { ResultView, type ResultTab } from "./results/resultView";
import { SendBar } from "./sendBar";
import { sentenceOf } from "./sentenceOf";

/** What of a call is to be kept while the page is away. */
export interface CallStateStore {
  input(state: InputState): void;
  headerNames(names: string[]): void;
  resultTab(tab: ResultTab): void;
}

/** The part of the page that calls a function: its input, the ways to send it, and what came back. */
export class CallSection {
  readonly elements: readonly HTMLElement[];
  private readonly editor: InputEditor;
  private readonly headers = new HeaderRows((lines) => this.headersChanged(lines));
  private readonly sendBar: SendBar;
  private readonly result: ResultView;
  private readonly work = element("div", { class: "work", hidden: true });
  private readonly trouble = element("p", { class: "problem", role: "alert", hidden: true });
  private opened: { contract: ContractView; fn: DriverFunction } | undefined;
  /** The contracts that were opened here, by id. */
  private readonly contracts = new Map<string, ContractView>();
  private connection: ConnectionView | undefined;
  private call: CallState = { state: "idle" };
  private tab: ResultTab = "decoded";
  private isReceiving = false;
  /** Whether a transaction is being made of the call. */
  private isTransacting = false;

  constructor(
    private readonly host: PageAsker,
    private readonly store: CallStateStore,
  ) {
    this.editor = new InputEditor(host, {
      changed: (state) => {
        store.input(state);
        this.update();
      },
      differs: () => this.update(),
    });
    this.sendBar = this.makeSendBar();
    this.result = this.makeResultView();
    const { editor, sendBar, headers } = this;
    this.work.append(editor.element, sendBar.element, sendBar.options, headers.element, editor.bytes.element);
    this.elements = [this.trouble, this.work, this.result.element];
  }

  /** Shows the input of a function as it was left; without one, nothing can be sent. */
  open(contract: ContractView, fn: DriverFunction | undefined, kept: InputState | undefined): void {
    this.opened = fn && { contract, fn };
    this.contracts.set(contract.id, contract);
    // What is known of a result that came earlier is known now.
    this.showResult();
    setAttribute(this.work, "hidden", !fn);
    if (fn) this.editor.open(contract, fn, kept);
    if (this.editor.state) this.sendBar.show(this.editor.state);
    this.update();
  }

  close(): void {
    this.opened = undefined;
    setAttribute(this.work, "hidden", true);
  }

  /** Puts a call from elsewhere into the input. */
  fill({ json, hex, headerNames, stream, send }: OpenCall): void {
    if (headerNames?.length) this.setHeaders(headerNames.map((name) => ({ name, value: "" })));
    if (json !== undefined) this.editor.fill(json);
    else if (hex !== undefined) this.editor.fillHex(hex);
    if (stream) this.setStream();
    if (send) this.send();
  }

  focus(): void {
    this.editor.focus();
  }

  setHeaders(lines: readonly HeaderLine[]): void {
    this.headers.set(lines);
    this.update();
  }

  showConnection(connection: ConnectionView): void {
    this.connection = connection;
    this.update();
  }

  showCall(call: CallState, tab = this.tab): void {
    this.isReceiving = call.state === "running" && call.stream !== undefined;
    const ended = this.call.state === "running" && call.state === "done";
    this.call = call;
    this.tab = tab;
    this.showResult();
    if (ended) this.result.element.scrollIntoView({ block: "nearest" });
    const learned = call.state === "done" ? call.learned : undefined;
    const { contract, fn } = this.opened ?? {};
    if (learned && call.state === "done" && call.request.contractId === contract?.id) this.editor.learn(learned);
    const turned = (call.state === "running" || call.state === "done") && call.turnedStream ? call.request : undefined;
    if (turned && turned.contractId === contract?.id && turned.fn === fn?.name) this.setStream();
    this.update();
  }

  streamed(items: readonly string[], count: number, decoded: boolean): void {
    this.isReceiving = true;
    this.update();
    this.result.streamed(items, count, decoded);
  }

  /** Sends, or shows what keeps it from being sent. */
  trySend(): void {
    if (!this.editor.isReady) this.editor.showAll();
    else this.send();
  }

  /** Shows what went wrong with something that was asked; the next thing that works takes it away. */
  run(asked: Promise<unknown>, undo?: () => void): void {
    asked.then(
      () => showText(this.trouble, ""),
      (error: unknown) => {
        showText(this.trouble, sentenceOf(error));
        undo?.();
      },
    );
  }

  private headersChanged(headers: HeaderLine[]): void {
    this.store.headerNames(headers.map(({ name }) => name));
    this.update();
    this.run(this.host.ask("keepHeaders", { headers }));
  }

  private update(): void {
    const { isReady, state } = this.editor;
    const now = this.isReceiving ? "receiving" : this.call.state;
    this.sendBar.update(now, this.whyNot(), !isReady, state?.mode === "hex");
    const { name = "", state: at, signs = false } = this.connection ?? {};
    const missing = at === "gone" || !isReady ? this.whyNot() : undefined;
    this.sendBar.offerTransact({ of: name, isThere: signs }, this.isTransacting, missing);
  }

  private whyNot(): string | undefined {
    if (this.connection?.state === "gone")
      return t`The connection “${this.connection.name}” is not open in this window.`;
    const { input, differs } = this.editor;
    if ("problems" in input) {
      const { length } = input.problems;
      return length === 1 ? t`One part of the input is not ready.` : t`${length} parts of the input are not ready.`;
    }
    if (differs !== undefined) return differs;
    const missing = this.headers.headers.find(({ value }) => value === "");
    return missing && t`The header ${missing.name} has no value.`;
  }

  private showResult(): void {
    const { call, tab } = this;
    const { contractId, fn } = call.state === "idle" ? { contractId: "", fn: "" } : call.request;
    const contract = this.contracts.get(contractId);
    const described = contract?.schema.functions.find(({ name }) => name === fn);
    const takesNothing = described?.input.trim() === "()";
    this.result.show(call, tab, { name: `${contract?.name ?? shortId(contractId)}.${fn}`, takesNothing });
  }

  private request(change: Partial<CallRequest> = {}): CallRequest | undefined {
    const { input, state } = this.editor;
    if ("problems" in input || !state || !this.opened) return undefined;
    const { sendAs, stream } = state;
    const { contract, fn } = this.opened;
    const headers = this.headers.headers;
    return { contractId: contract.id, fn: fn.name, input, sendAs, stream, headers, ...change };
  }

  private send(change?: Partial<CallRequest>): void {
    const request = this.request(change);
    const busy = this.call.state === "running" || this.call.state === "watching";
    if (!request || busy || this.whyNot() !== undefined) return;
    this.editor.sent();
    // Set here and not by the answer, so that a second press finds it running.
    this.showCall({ state: "running", request });
    this.run(this.host.ask("call", request), () => this.showCall({ state: "idle" }));
  }

  /** Has a transaction made of the call; how that goes is seen outside of the page. */
  private transact(request: CallRequest): void {
    if (this.isTransacting) return;
    this.isTransacting = true;
    this.update();
    const ended = () => {
      this.isTransacting = false;
      this.update();
    };
    this.run(this.host.ask("transact", request).finally(ended));
  }

  /** The function turned out to stream, so it is called that way from now on. */
  private sendAsStream(): void {
    this.setStream();
    this.send();
  }

  private setStream(): void {
    const { state } = this.editor;
    if (!state || state.stream) return;
    this.editor.setOptions({ sendAs: state.sendAs, stream: true });
    this.sendBar.show({ ...state, stream: true });
  }

  private makeSendBar(): SendBar {
    const withRequest = (act: (request: CallRequest) => void) => {
      const request = this.request();
      if (request) act(request);
    };
    return new SendBar({
      send: () => this.send(),
      stop: () => this.run(this.host.ask("stop", null)),
      transact: () => withRequest((request) => this.transact(request)),
      watch: () => withRequest((request) => this.run(this.host.ask("watch", { ...request, stream: false }))),
      copyAs: () => withRequest((request) => this.run(this.host.ask("copyAs", request))),
      saveFile: () => withRequest((request) => this.run(this.host.ask("saveCallFile", { request, withOutput: true }))),
      showProblems: () => this.editor.showAll(),
      options: (options) => this.editor.setOptions(options),
    });
  }

  private makeResultView(): ResultView {
    return new ResultView({
      copy: (part) => this.run(this.host.ask("copyResult", { part })),
      open: (part, keep) => this.run(this.host.ask("openResult", { part, keep })),
      save: (part) => this.run(this.host.ask("saveResult", { part })),
      sendAsBytes: () => this.send({ sendAs: "bytes" }),
      sendAsStream: () => this.sendAsStream(),
      act: (title) => this.run(this.host.ask("act", { title })),
      tab: (tab) => {
        this.tab = tab;
        this.store.resultTab(tab);
      },
    });
  }
}
