import { t } from "../../base/translate";
import { Debouncer } from "../../base/debouncer";
import { messageOf } from "../../base/words";
import { AskFailure } from "../../bridge/asker";
import type { EncodedInput, PageAsker, Selection } from "../../bridge/contractPage";
import { jsonPathText, type JsonPath } from "../../contract/jsonPath";
import type { LearnedShapes } from "../../contract/schema/learnedShapes";
import { bytesToHex } from "../../wire/hex";
import { readPastedBytes, readWords } from "../../wire/pastedBytes";
import type { CallInputNow } from "../callInputModel";
import { element, setText } from "../element";
import { TextArea } from "../textArea";

/** What the view of the bytes tells the editor of the input. */
export interface ByteListener {
  /** The driver refused the input, at a place if it named one; undefined when it accepted it. */
  refused(problem: { message: string; path?: JsonPath } | undefined): void;
  /** Pasted bytes were decoded to this. */
  decoded(json: string, learned: LearnedShapes): void;
  /** What stands here is not the input that stands beside, and why; undefined when both are the same again. */
  differs(reason: string | undefined): void;
}

const quietMs = 250;
const unready = t`The bytes appear when nothing is missing in the input.`;

/**
 * The input as the bytes that the driver makes of it, as one types, and the other way round: hex put in here is decoded
 * into the form. Says whether decoding what was encoded gives back the same.
 */
export class ByteView {
  readonly element: HTMLElement;
  private readonly hex: TextArea;
  private readonly size = element("span", { class: "muted" });
  private readonly check = element("p", { class: "check", role: "status" });
  private selection: Selection = { contractId: "", fn: "" };
  private question = 0;
  private isUntouched = false;
  private readonly later = new Debouncer(quietMs);

  constructor(
    private readonly host: PageAsker,
    private readonly listener: ByteListener,
  ) {
    const hint = t`what the driver makes of the input; paste other bytes to fill the input from it`;
    this.hex = new TextArea(t`Bytes`, hint, 2, (text) => this.typed(text));
    this.element = element("section", { class: "bytes", "aria-label": t`Encoded input` }, this.hex.element);
    this.element.append(element("div", { class: "entry" }, this.size), this.check);
  }

  open(selection: Selection): void {
    this.selection = selection;
    this.clear("");
  }

  /** Shows the bytes of another input: soon, unless a newer one comes first. One no one touched is not refused yet. */
  update(input: CallInputNow, isUntouched: boolean): void {
    this.rest();
    this.isUntouched = isUntouched;
    if (!("json" in input)) return this.clear(unready);
    this.hex.show([]);
    this.hex.setBusy(true);
    this.showCheck(t`Encoding…`);
    this.later.run("encode", () => void this.encodeNow(input.json));
  }

  /** Takes back all questions: what stands here is not what is sent. */
  rest(): void {
    this.question++;
    this.later.dispose();
    this.listener.differs(undefined);
  }

  focus(): void {
    this.hex.focus();
  }

  private clear(why: string): void {
    this.hex.text = "";
    this.hex.show([]);
    this.hex.setBusy(false);
    setText(this.size, "");
    this.showCheck(why);
    this.listener.refused(undefined);
  }

  private async encodeNow(json: string): Promise<void> {
    const mine = ++this.question;
    const encoded = await this.host.ask("encodeInput", { ...this.selection, json }).catch(failedResponse);
    if (mine === this.question) this.showEncoded(encoded);
  }

  private showEncoded(encoded: EncodedInput): void {
    if ("problem" in encoded && this.isUntouched) return this.clear(unready);
    if ("problem" in encoded && !encoded.byDriver) return this.clear(t`No bytes to show: ${encoded.problem}`);
    if ("problem" in encoded) {
      this.clear(encoded.path ? "" : t`The driver cannot encode this input.`);
      this.listener.refused({ message: encoded.problem, ...(encoded.path && { path: encoded.path }) });
      return;
    }
    this.hex.text = encoded.hex;
    this.hex.show([]);
    this.hex.setBusy(false);
    this.showSize(encoded.hex);
    this.listener.refused(undefined);
    const [first, ...others] = encoded.differences;
    const same = encoded.unchecked ?? t`✓ Decoding these bytes gives back the same input.`;
    this.showCheck(first ? difference(first, others.length) : same, first ? "check warning" : "check fine");
  }

  private showCheck(text: string, look = "check"): void {
    setText(this.check, text);
    this.check.className = look;
  }

  private typed(text: string): void {
    this.question++;
    this.later.cancel("encode");
    this.hex.setBusy(false);
    this.hex.show([]);
    this.showSize(text);
    this.showCheck("");
    this.listener.differs(t`The bytes are not decoded yet.`);
    this.later.run("decode", () => void this.decodeNow(text));
  }

  private async decodeNow(hex: string): Promise<void> {
    const read = readPastedBytes(hex);
    if ("problem" in read) return this.refuse(read.problem);
    const mine = ++this.question;
    try {
      const asked = { ...this.selection, hex: bytesToHex(read.bytes) };
      const { json, learned } = await this.host.ask("decodeInput", asked);
      if (mine === this.question) this.listener.decoded(json, learned);
    } catch (error) {
      const message = error instanceof AskFailure ? error.message : String(error);
      if (mine === this.question) this.refuse(t`The driver cannot decode these bytes: ${message}`);
    }
  }

  private refuse(message: string): void {
    this.hex.show([{ message }]);
    this.listener.differs(t`The bytes are not ready: see below.`);
  }

  private showSize(hex: string): void {
    const read = readPastedBytes(hex);
    setText(this.size, "problem" in read ? "" : readWords(read));
  }
}

function difference({ path, sent, back }: { path: JsonPath; sent: string; back: string }, others: number): string {
  const first = t`⚠ Decoding these bytes gives another value at ${jsonPathText(path)}: you wrote ${sent}, it gives ${back}.`;
  if (others === 0) return first;
  return `${first} ${others === 1 ? t`1 more place differs.` : t`${others} more places differ.`}`;
}

function failedResponse(error: unknown): EncodedInput {
  return { problem: messageOf(error), byDriver: false };
}
