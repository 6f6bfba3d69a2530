import { t } from "../base/translate";
import type { ContractView, PageAsker } from "../bridge/contractPage";
import type { DriverFunction } from "../contract/schema/driverSchema";
import { ByteView } from "./fields/byteView";
import { CallInputModel, type CallInputNow } from "./callInputModel";
import { element, setAttribute } from "./element";
import { InputForm } from "./inputForm";
import { type DriverRefusal, focusFirstProblem, InputProblems } from "./inputProblems";
import { type InputMode, type InputState, touchedBy } from "./pageState";
import { StartingInput } from "./startingInput";
import { Tabs } from "./tabs";
import { TextArea } from "./textArea";

/** What the editor tells the page. */
export interface InputListener {
  /** The input is another one, and is to be kept as it is now. */
  changed(state: InputState): void;
  /** `differs` is another reason, or none. */
  differs(): void;
}

/** A function's input in one of three ways, form, JSON or hex, and the bytes it is sent as. */
export class InputEditor {
  readonly element: HTMLElement;
  private readonly modes: Tabs<InputMode>;
  private readonly form: InputForm;
  private readonly json: TextArea;
  private readonly hex: TextArea;
  private readonly problems: InputProblems;
  /** The bytes that it is sent as, which a person looks at after it. */
  readonly bytes: ByteView;
  private readonly starting: StartingInput;
  private model: CallInputModel | undefined;
  state: InputState | undefined;
  /** What can be sent of it. */
  input: CallInputNow = { problems: [] };
  /** Why the bytes that are shown are not those of the input; undefined when they are. */
  differs: string | undefined;
  private opened: { contract: ContractView; fn: DriverFunction } | undefined;
  private fromDriver: DriverRefusal | undefined;

  constructor(
    host: PageAsker,
    private readonly listener: InputListener,
  ) {
    this.json = new TextArea(t`Input as JSON`, t`sent as it stands, in one line`, 10, (json) => this.edit({ json }));
    this.hex = new TextArea(t`Input as hex`, t`sent to the contract as these bytes, with or without 0x`, 4, (hex) =>
      this.edit({ hex }),
    );
    this.problems = new InputProblems(this.json, this.hex);
    this.bytes = new ByteView(host, {
      refused: (problem) => {
        this.fromDriver = problem;
        this.showProblems();
      },
      decoded: (json, learned) => this.fill(json, learned),
      differs: (reason) => {
        this.differs = reason;
        listener.differs();
      },
    });
    this.form = new InputForm(host, {
      edited: (change) => this.edit(change),
      touched: (spellings) => this.touched(spellings),
    });
    this.starting = new StartingInput(host, (json, learned) => this.startFrom(json, learned));
    this.modes = new Tabs<InputMode>(
      t`How to write the input`,
      [
        ["form", t`Form`, this.form.element],
        ["json", "JSON", this.json.element],
        ["hex", t`Raw hex`, this.hex.element],
      ],
      (mode) => this.switch(mode),
    );
    this.element = element(
      "section",
      { class: "input", "aria-label": t`Input` },
      ...this.modes.elements,
      this.starting.element,
      this.problems.element,
    );
  }

  /** Whether what is shown can be sent. */
  get isReady(): boolean {
    return !("problems" in this.input) && this.differs === undefined;
  }

  /** Shows a function's input, as it was left or untouched. */
  open(contract: ContractView, fn: DriverFunction, kept: InputState | undefined): void {
    this.opened = { contract, fn };
    this.model = new CallInputModel(contract, fn);
    const hexOnly = contract.driver === "none";
    this.state = kept ?? this.model.untouched(hexOnly ? "hex" : this.model.usualMode);
    const why = hexOnly ? t`The contract has no driver on this node, so JSON cannot be encoded.` : undefined;
    this.modes.setUnavailable("form", why);
    this.modes.setUnavailable("json", why);
    setAttribute(this.bytes.element, "hidden", hexOnly);
    this.bytes.open({ contractId: contract.id, fn: fn.name });
    this.draw();
    this.starting.end();
    const isOpen = this.state.untouched && !hexOnly && this.model.wantsExample;
    if (isOpen) void this.starting.find({ contractId: contract.id, fn: fn.name });
  }

  /** Puts in an example, if no one has begun to write meanwhile. */
  private startFrom(json: string, learned: ContractView["learned"]): void {
    if (!this.opened || !this.state?.untouched) return;
    this.opened = { ...this.opened, contract: { ...this.opened.contract, learned } };
    this.begin(new CallInputModel(this.opened.contract, this.opened.fn, json), this.state);
  }

  /** Draws an input that no one has touched again, in the way that was chosen; who is about to write writes over it. */
  private begin(model: CallInputModel, { mode, sendAs, stream }: InputState): void {
    const isChosen = mode !== this.model?.usualMode;
    this.model = model;
    this.state = { ...model.untouched(isChosen ? mode : model.usualMode), sendAs, stream };
    const hadFocus = this.modes.panel(mode).contains(document.activeElement);
    this.draw();
    if (!hadFocus) return;
    this.focus();
    const { activeElement: box } = document;
    if (box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) box.select();
  }

  /** Shows a value that came from elsewhere: a call file, the history, decoded bytes. */
  fill(json: string, learned?: ContractView["learned"]): void {
    if (!this.opened || !this.state) return;
    if (learned) this.learn(learned);
    this.take(this.model?.withJson(this.state, json) ?? this.state);
  }

  fillHex(hex: string): void {
    if (this.state) this.take({ ...this.state, mode: "hex", hex });
  }

  private take(state: InputState): void {
    this.state = touchedBy(state);
    this.starting.end();
    this.draw();
  }

  /** Takes what was learned of types; the form is drawn again only when no one is writing in it. */
  learn(learned: ContractView["learned"]): void {
    if (!this.opened || !this.state || !this.model) return;
    const { contract, fn } = this.opened;
    const before = JSON.stringify(this.model.field);
    const state = this.state.mode === "form" ? this.model.toJson(this.state) : this.state;
    const model = new CallInputModel({ ...contract, learned }, fn);
    this.opened = { contract: { ...contract, learned }, fn };
    if (JSON.stringify(model.field) === before || this.form.element.contains(document.activeElement)) return;
    if (this.state.untouched) return this.begin(model, this.state);
    this.model = model;
    if (this.state.mode !== "form") return;
    this.state = model.reshaped(state);
    this.draw();
  }

  /** Changes how the input is sent, which is kept with it. */
  setOptions(options: Pick<InputState, "sendAs" | "stream">): void {
    if (this.state) this.keep({ ...this.state, ...options });
  }

  /** What was sent is a person's choice, also when it is the example. */
  sent(): void {
    if (this.state) this.keep(touchedBy(this.state));
    this.starting.end();
  }

  private keep(state: InputState): void {
    this.state = state;
    if (this.model) this.input = this.model.now(state);
    if (this.model) this.listener.changed(state);
  }

  /** Marks all that is wrong and goes to the first of it. */
  showAll(): void {
    this.form.showAll();
    if (this.state) this.state = touchedBy(this.state);
    this.showProblems();
    if (this.differs !== undefined) return this.bytes.focus();
    focusFirstProblem(this.modes.panel(this.state?.mode ?? "form"));
  }

  focus(): void {
    if (this.state?.mode === "json") this.json.focus();
    else if (this.state?.mode === "hex") this.hex.focus();
    else this.form.focus();
  }

  private switch(mode: InputMode): void {
    const { model, state } = this;
    if (!model || !state || mode === state.mode) return;
    if (mode !== "form") this.state = { ...model.toJson(state), mode };
    else {
      const form = model.toForm(state);
      if ("problem" in form) {
        this.modes.select(state.mode);
        return this.problems.showNote(form.problem);
      }
      this.state = form;
    }
    this.draw();
  }

  private edit(change: Partial<InputState>): void {
    if (!this.state) return;
    if (this.state.untouched) this.starting.end();
    this.state = touchedBy({ ...this.state, ...change });
    this.changed();
  }

  private draw(): void {
    const { model, state } = this;
    if (!model || !state) return;
    this.modes.select(state.mode);
    this.json.text = state.json;
    this.hex.text = state.hex;
    this.problems.showNote("");
    this.fromDriver = undefined;
    this.form.draw(model, state);
    this.changed();
  }

  /** Nothing of the value changed: what the driver said of it stands. */
  private touched(spellings: InputState["spellings"]): void {
    if (!this.state) return;
    this.keep({ ...this.state, spellings });
    this.showProblems();
  }

  private changed(): void {
    if (!this.model || !this.state) return;
    this.input = this.model.now(this.state);
    this.fromDriver = undefined;
    if (this.state.mode === "hex") this.bytes.rest();
    else this.bytes.update(this.input, this.state.untouched === true);
    setAttribute(this.bytes.element, "hidden", this.state.mode === "hex");
    this.showProblems();
    this.listener.changed(this.state);
  }

  private showProblems(): void {
    if (this.model && this.state) this.problems.show(this.model, this.state, this.form, this.fromDriver);
  }
}
