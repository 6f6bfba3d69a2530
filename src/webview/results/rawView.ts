import { t } from "../../base/translate";
import { counted } from "../../base/words";
import { hexToBytes } from "../../wire/hex";
import { visibleLines } from "../../wire/visibleText";
import { button, element } from "../element";
import { limits } from "../../wire/limits";

const { textCharacters: longestShown } = limits.page;

/** Why there are no bytes to show. */
export type NoBytes = "decoded-by-node" | "stream";

/** The bytes of an output as hex, with their number; as text only on request, and only when they are text. */
export class RawView {
  readonly element = element("div", { class: "output" });

  constructor(private readonly askForBytes: () => void) {}

  /** `total`: how many bytes came, of which these may be the first. */
  show(hex: string | undefined, why?: NoBytes, total?: number): void {
    if (hex !== undefined) return this.showHex(hex, total);
    const text = {
      "decoded-by-node": t`The node decoded the output, so its bytes did not come here. Sent as bytes, the call gives them.`,
      stream: t`The items came decoded. Sent as bytes, the stream gives one blob of bytes.`,
    };
    this.element.replaceChildren(element("p", {}, why ? text[why] : t`There are no bytes.`));
    if (why) this.element.append(button(t`Call again as bytes`, () => this.askForBytes(), { class: "quiet" }));
  }

  private showHex(hex: string, total?: number): void {
    const size = hex.length / 2;
    const head = element("p", {}, sizeText(size, total));
    const shown = element("pre", { tabindex: 0, "aria-label": t`Raw output as hex` }, linesOf(`0x${hex}`));
    this.element.replaceChildren(head, shown);
    const text = textOf(hex);
    if (text === undefined || size === 0) return;
    const toggle = button(
      t`Show as text`,
      () => {
        const asText = toggle.getAttribute("aria-pressed") !== "true";
        toggle.setAttribute("aria-pressed", String(asText));
        shown.textContent = linesOf(asText ? text : `0x${hex}`);
      },
      { class: "quiet", "aria-pressed": "false" },
    );
    this.element.append(toggle);
  }
}

/** A number of bytes in words, and of how many they are the first if there are more. */
export function sizeText(size: number, total = size): string {
  if (total > size) return t`the first ${size} of ${total} bytes`;
  return counted(size, "byte");
}

/** Text of a node for the page: each line made visible, and no more than can be shown at once. */
export function linesOf(text: string): string {
  const cut = text.length > longestShown;
  const lines = visibleLines(cut ? text.slice(0, longestShown) : text);
  return cut
    ? `${lines}\n${t`… ${text.length - longestShown} more characters: open it as a document to see all.`}`
    : lines;
}

function textOf(hex: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(hexToBytes(hex));
  } catch {
    return undefined;
  }
}
