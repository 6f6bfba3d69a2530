import { t } from "../base/translate";
import type { CallState } from "../bridge/contractPage";
import { button, element, freshId, setText, setUnavailable } from "./element";

/** What can be done with the input that stands in the page. */
export interface SendActions {
  send(): void;
  stop(): void;
  transact(): void;
  watch(): void;
  copyAs(): void;
  saveFile(): void;
  showProblems(): void;
  options(options: SendOptions): void;
}

export interface SendOptions {
  sendAs: "json" | "bytes";
  stream: boolean;
}

const busyWords: { readonly [at: string]: string | undefined } = {
  running: t`Waiting for the node's answer.`,
  receiving: t`Outputs arrive; stop it to send another call.`,
  watching: t`Watching; stop it to send another call.`,
};

/** The buttons that send, and how to send. What cannot be done now says why and stays where it is. */
export class SendBar {
  /** Sending itself, which stays in sight. */
  readonly element: HTMLElement;
  /** How to send, and what else to do with the call. */
  readonly options: HTMLElement;
  private readonly send: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly watch: HTMLButtonElement;
  private readonly transact: HTMLButtonElement;
  private readonly others: HTMLButtonElement[];
  private readonly sendAs: HTMLSelectElement;
  private readonly stream: HTMLInputElement;
  private readonly reasonLine = element("span", { class: "muted", id: freshId("reason"), role: "status" });
  private reason: string | undefined;
  private notReady = false;

  constructor(private readonly actions: SendActions) {
    this.send = button(t`Send`, () => actions.send(), { class: "primary", "aria-describedby": this.reasonLine.id });
    this.send.dataset["hint"] = t`Send the call (Ctrl+Enter)`;
    // Pressing a button that is not ready says what is missing, at its place.
    this.send.addEventListener("click", () => this.notReady && actions.showProblems());
    this.stop = button(t`Stop`, () => actions.stop());
    this.watch = button(t`Watch`, () => actions.watch());
    this.watch.dataset["hint"] = t`Run it again on each accepted block and show what changed`;
    this.transact = button(t`Transact…`, () => actions.transact());
    this.others = [
      button(t`Copy as…`, () => actions.copyAs(), { class: "quiet" }),
      button(t`Save as call file…`, () => actions.saveFile(), { class: "quiet" }),
    ];
    const sendAsId = freshId("send-as");
    const streamId = freshId("stream");
    this.sendAs = element(
      "select",
      { id: sendAsId },
      element("option", { value: "json" }, t`JSON, which the node encodes`),
      element("option", { value: "bytes" }, t`bytes, encoded by the driver first`),
    );
    this.stream = element("input", { type: "checkbox", id: streamId });
    for (const part of [this.sendAs, this.stream]) part.addEventListener("change", () => this.notify());
    const row = element("div", { class: "row" }, this.send, this.transact, this.stop, this.watch, this.reasonLine);
    this.element = element("section", { class: "send", "aria-label": t`Send` }, row);
    this.options = element(
      "section",
      { class: "options", "aria-label": t`How to send` },
      element(
        "div",
        { class: "row" },
        element("label", { for: sendAsId }, t`Send as`),
        this.sendAs,
        element("label", { for: streamId }, this.stream, t`Stream: take many outputs as they arrive`),
      ),
      element("div", { class: "row" }, ...this.others),
    );
  }

  show(options: SendOptions): void {
    this.sendAs.value = options.sendAs;
    this.stream.checked = options.stream;
  }

  /** Says what the button for a transaction does; `underWay`: one is being made. */
  offerTransact(signer: { of: string; isThere: boolean }, underWay: boolean, reason: string | undefined): void {
    this.transact.dataset["hint"] = signer.isThere
      ? t`Make a transaction of it, which your signer signs; it is sent only after it was checked`
      : t`${signer.of} has no signer: press to see how to name the program that signs for you`;
    setUnavailable(this.transact, underWay ? t`One is being made: answer its questions above.` : reason);
  }

  /** `reason` says why nothing can be sent; `notReady` that it is the input. Hex is sent as bytes in any case. */
  update(call: CallState["state"] | "receiving", reason: string | undefined, notReady: boolean, hex: boolean): void {
    const underWay = busyWords[call];
    const busy = underWay !== undefined;
    this.reason = underWay ?? reason;
    this.notReady = notReady && !busy;
    setUnavailable(this.send, this.reason);
    setUnavailable(this.watch, this.reason ?? (this.stream.checked ? t`A stream cannot be watched.` : undefined));
    setUnavailable(this.stop, busy ? undefined : t`Nothing is running.`);
    for (const other of this.others) setUnavailable(other, notReady ? reason : undefined);
    this.sendAs.disabled = hex;
    setText(this.reasonLine, this.reason ?? t`A call only reads and changes nothing.`);
    this.reasonLine.title = this.reasonLine.textContent ?? "";
    this.send.textContent = call === "running" ? t`Sending…` : call === "receiving" ? t`Receiving…` : t`Send`;
  }

  private notify(): void {
    const sendAs = this.sendAs.value === "bytes" ? "bytes" : "json";
    this.actions.options({ sendAs, stream: this.stream.checked });
  }
}
