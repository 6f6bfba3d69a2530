import { t } from "../../base/translate";
import type { StreamOutcome } from "../../bridge/callOutcome";
import { element, setText } from "../element";
import { linesOf } from "./rawView";
import { limits } from "../../wire/limits";

const { items: mostRows, blobCharacters: longestBlob } = limits.page;

/** The outputs of a streaming call as they arrive: the last ones, and how many there were. */
export class StreamView {
  readonly element = element("div");
  private readonly note = element("p", { class: "muted" });
  private readonly rows = element("ol", { class: "items", tabindex: 0, "aria-label": t`Items`, role: "log" });
  private readonly blob = element("pre", { tabindex: 0, "aria-label": t`Bytes as hex`, hidden: true });

  constructor() {
    this.element.append(this.note, this.rows, this.blob);
  }

  add(items: readonly string[], count: number, decoded: boolean): void {
    if (decoded) this.addRows(items, count);
    else this.addBytes(items.join(""));
  }

  finish({ items, count, decoded }: StreamOutcome): void {
    this.rows.replaceChildren();
    this.blob.textContent = "";
    this.add(items, count, decoded);
  }

  private addRows(items: readonly string[], count: number): void {
    // The list follows its end unless the person scrolled away from it.
    const { scrollTop, clientHeight, scrollHeight } = this.rows;
    const follows = scrollTop + clientHeight >= scrollHeight - 4;
    const shown = items.slice(-mostRows);
    const first = count - shown.length + 1;
    this.rows.append(...shown.map((item, at) => element("li", { value: first + at }, linesOf(item))));
    while (this.rows.childElementCount > mostRows) this.rows.firstElementChild?.remove();
    const held = count - this.rows.childElementCount;
    setText(this.note, held > 0 ? t`The last ${this.rows.childElementCount} of ${count} items.` : "");
    if (follows) this.rows.scrollTop = this.rows.scrollHeight;
  }

  private addBytes(hex: string): void {
    this.blob.hidden = false;
    const whole = (this.blob.textContent ?? "") + hex;
    this.blob.textContent = whole.slice(0, longestBlob);
    const cut = whole.length > longestBlob ? t`Only the beginning is shown.` : "";
    const note = t`One blob of bytes: where one output ends and the next begins cannot be told from them.`;
    setText(this.note, [note, cut].filter(Boolean).join(" "));
  }
}
