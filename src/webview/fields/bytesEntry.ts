import { t } from "../../base/translate";
import { bytesToHex } from "../../wire/hex";
import { readPastedBytes, readWords } from "../../wire/pastedBytes";
import type { BoxEntry, EntryContext } from "../fieldContext";
import { button, element, freshId, setText } from "../element";

/** Lets bytes be given as hex, as text in UTF-8, or from a file, and says how many there are. */
export class BytesEntry implements BoxEntry {
  readonly element: HTMLElement;
  private readonly size = element("span", { class: "muted", "aria-live": "polite" });
  private readonly note = element("span", { class: "muted", role: "status" });
  private readonly spelling: HTMLSelectElement;
  private sent = "";

  constructor(private readonly context: EntryContext) {
    const id = freshId("spelling");
    this.spelling = element(
      "select",
      { id, "aria-label": t`How the bytes are written` },
      element("option", { value: "hex" }, t`hex`),
      element("option", { value: "text" }, t`text`),
    );
    this.spelling.addEventListener("change", () => this.switch());
    const file = button(t`File…`, () => void this.fromFile(), { class: "quiet", title: t`Take the bytes of a file` });
    this.element = element("div", { class: "entry" }, this.spelling, file, this.size, this.note);
  }

  shownText(sent: string): string {
    const spelling = this.context.formContext.spellings[this.context.key];
    this.spelling.value = spelling?.as === "text" ? "text" : "hex";
    return spelling?.as === "text" ? spelling.text : sent;
  }

  sentText(typed: string): { sent: string; problem?: string } {
    const { spellings } = this.context.formContext;
    if (spellings[this.context.key]?.as !== "text") return { sent: typed };
    spellings[this.context.key] = { as: "text", text: typed };
    return { sent: bytesToHex(new TextEncoder().encode(typed)) };
  }

  describe(sent: string): void {
    if (sent !== this.sent) setText(this.note, "");
    this.sent = sent;
    const read = readPastedBytes(sent);
    setText(this.size, "problem" in read ? "" : readWords(read));
  }

  private switch(): void {
    const { spellings } = this.context.formContext;
    if (this.spelling.value === "hex") delete spellings[this.context.key];
    else this.showText();
    this.context.redraw();
    this.context.formContext.changed();
  }

  /** Bytes that are no text stay hex: as text they would be changed. */
  private showText(): void {
    const text = textOf(this.sent);
    if (text !== undefined) this.context.formContext.spellings[this.context.key] = { as: "text", text };
    else setText(this.note, t`These bytes are not text in UTF-8.`);
  }

  private async fromFile(): Promise<void> {
    const file = await this.context.formContext.readFile().catch(() => null);
    if (!file) return;
    delete this.context.formContext.spellings[this.context.key];
    this.context.replace(file.hex);
  }
}

function textOf(hex: string): string | undefined {
  const read = readPastedBytes(hex);
  if ("problem" in read) return undefined;
  try {
    // A byte order mark is bytes as well.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
  } catch {
    return undefined;
  }
}
