import { t } from "../base/translate";
import { Asker } from "../bridge/asker";
import type {
  ConnectionView,
  ContractView,
  OpenCall,
  PageCalls,
  PageNotices,
  StartingPage,
} from "../bridge/contractPage";
import { CallSection } from "./callSection";
import { element, setText, showText } from "./element";
import { FunctionHead } from "./functionHead";
import { emptyPage, inputKey, readSavedPage, type SavedPage, withInput } from "./pageState";
import { Pickers } from "./pickers";
import { sentenceOf } from "./sentenceOf";
import type { ResultTab } from "./results/resultView";
import { shortWords } from "../wire/shortWords";

/** Where the page is: what it says to the extension, and what it keeps. */
export interface PageHost {
  post(message: unknown): void;
  listen(receive: (data: unknown) => void): void;
  load(): unknown;
  save(state: SavedPage): void;
}

/** The contract page: its connection, what there is to pick, and the call of the function that was picked. */
export class ContractPage {
  private readonly host: Asker<PageCalls, PageNotices>;
  private readonly bar = new ConnectionBar();
  private readonly pickers: Pickers;
  private readonly head = new FunctionHead(() => this.reload());
  private readonly section: CallSection;
  private readonly columns = element("div", { class: "columns" });
  private saved: SavedPage;
  private connection: ConnectionView | undefined;
  private contract: ContractView | undefined;
  private hasStarted = false;

  constructor(
    private readonly pageHost: PageHost,
    root: HTMLElement,
  ) {
    this.saved = readSavedPage(pageHost.load()) ?? emptyPage("", "");
    this.host = new Asker<PageCalls, PageNotices>((message) => pageHost.post(message), crypto.randomUUID(), {
      connectionChanged: (connection) => this.showConnection(connection),
      contractsChanged: ({ contracts, callFiles }) => this.pickers.setContracts(contracts, callFiles),
      callChanged: (call) => this.section.showCall(call),
      streamed: ({ items, count, decoded }) => this.section.streamed(items, count, decoded),
      // What is told before the start is part of the start too, and would be done twice.
      open: (open) => this.hasStarted && void this.openCall(open),
    });
    pageHost.listen((data) => this.host.receive(data));
    this.section = new CallSection(this.host, {
      input: (state) => this.keep(withInput(this.saved, this.saved.selected, state)),
      headerNames: (headerNames) => this.keep({ headerNames }),
      resultTab: (resultTab) => this.keep({ resultTab }),
    });
    this.pickers = new Pickers({
      contract: (id) => id !== this.contract?.id && void this.openContract(id, false),
      fn: (name) => {
        this.openFunction(name);
        this.section.focus();
      },
      callFile: (uri) => this.section.run(this.host.ask("openCallFile", { uri })),
      history: () => this.section.run(this.host.ask("showHistory", null)),
    });
    const main = element("main", {}, this.head.element, ...this.section.elements);
    const { earlier } = this.pickers;
    earlier.append(this.head.contract);
    this.columns.append(this.pickers.element, main, earlier);
    root.append(this.bar.element, this.columns);
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Asks for the starting state and shows it. */
  async start(): Promise<void> {
    const { selected } = this.saved;
    const start = await this.host.ask("ready", selected.contractId ? { selected } : {});
    this.hasStarted = true;
    this.showStart(start);
    if (start.open) return this.openCall(start.open);
    if (selected.contractId) await this.openContract(selected.contractId, false, selected.fn);
    else this.head.showNote(t`Pick a contract, or paste the id of one.`);
    whenFocused(() => this.pickers.focus(selected.contractId !== ""));
  }

  private showStart(start: StartingPage): void {
    this.keep({ panel: start.panel, connection: start.connection.id });
    this.showConnection(start.connection);
    this.pickers.setContracts(start.contracts, start.callFiles);
    const valueless = this.saved.headerNames.map((name) => ({ name, value: "" }));
    this.section.setHeaders(start.headers.length > 0 ? start.headers : valueless);
    this.section.showCall(start.call, this.saved.resultTab as ResultTab);
    this.section.run(this.host.ask("shown", null));
  }

  private showConnection(connection: ConnectionView): void {
    const before = this.connection;
    this.connection = connection;
    this.bar.show(connection);
    this.section.showConnection(connection);
    // A contract that could not be read before is read when its node is there.
    const { contractId, fn } = this.saved.selected;
    if (before && before.state !== "up" && connection.state === "up" && contractId && !this.contract) {
      void this.openContract(contractId, false, fn);
    }
  }

  private async openCall(open: OpenCall): Promise<void> {
    await this.openContract(open.contractId, false, open.fn);
    this.section.fill(open);
    whenFocused(() => (open.fn ? this.section.focus() : this.pickers.focus(true)));
  }

  private reload(): void {
    const { contractId, fn } = this.saved.selected;
    void this.openContract(contractId, true, fn);
  }

  private async openContract(contractId: string, fresh: boolean, fn = ""): Promise<void> {
    if (!contractId) return;
    this.keep({ selected: { contractId, fn } });
    this.contract = undefined;
    this.section.close();
    this.head.showNote(t`Reading the contract's schema…`);
    // The same contract may be asked for twice, as when its node comes up meanwhile: what is drawn is not drawn again.
    const isWanted = () => this.saved.selected.contractId === contractId && (fresh || !this.contract);
    try {
      const contract = await this.host.ask("openContract", { contractId, fresh });
      if (!isWanted()) return;
      this.contract = contract;
    } catch (error) {
      if (isWanted()) this.head.showNote(sentenceOf(error), true);
      return;
    }
    this.openFunction(this.saved.selected.fn);
  }

  private openFunction(name: string): void {
    const { contract } = this;
    if (!contract) return;
    const selected = { contractId: contract.id, fn: name };
    this.keep({ selected });
    const described = contract.schema.functions.find((each) => each.name === name);
    this.columns.classList.toggle("chosen", name !== "");
    const fn = name === "" ? undefined : (described ?? { name, input: "", output: "" });
    this.head.show(contract, fn);
    this.pickers.setFunctions(contract, name);
    this.section.run(this.host.ask("select", selected));
    this.section.open(contract, fn, this.saved.inputs[inputKey(selected)]);
  }

  private keep(change: Partial<SavedPage>): void {
    this.saved = { ...this.saved, ...change };
    this.pageHost.save(this.saved);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.section.trySend();
  }
}

/** Moves the focus inside the page once the page has it; a page that comes back unasked must not take it away. */
function whenFocused(move: () => void): void {
  if (document.hasFocus()) return move();
  const arrived = () => document.activeElement === document.body && move();
  window.addEventListener("focus", arrived, { once: true });
}

const text: { readonly [state in ConnectionView["state"]]: string } = {
  idle: t`not asked yet`,
  connecting: t`connecting…`,
  up: t`up`,
  failed: t`not reachable`,
  gone: t`not open in this window`,
};

/** Which node the page talks to, always in sight. A page keeps its connection, whichever is active elsewhere. */
class ConnectionBar {
  private readonly name = element("strong");
  private readonly state = element("span", { class: "state" });
  private readonly chain = element("span");
  private readonly role = element("span", { class: "role", hidden: true });
  private readonly where = element("span", { class: "muted where" });
  private readonly problem = element("p", { class: "problem", role: "alert", hidden: true });
  readonly element = element(
    "header",
    { class: "connection", "aria-label": t`Connection`, title: t`This page stays with its connection.` },
    element("div", {}, this.name, this.role, this.state, this.chain, this.where),
    this.problem,
  );

  show({ name, url, state: at, chainId, version, role, problem, machine }: ConnectionView): void {
    setText(this.name, shortWords(name));
    showText(this.role, role ?? "");
    this.role.className = `role ${role ?? ""}`;
    setText(this.state, text[at]);
    this.state.className = `state ${at}`;
    setText(this.chain, chainId === undefined ? t`chain id not told` : t`chain id ${chainId}`);
    setText(
      this.where,
      [url && t`${shortWords(url)} as seen from ${machine}`, version && t`node ${version}`].filter(Boolean).join(" · "),
    );
    this.where.title = this.where.textContent ?? "";
    showText(this.problem, problem ?? "");
  }
}
