import { coinsToUnits, unitsToCoins } from "../../wire/coins";
import type { BoxEntry, EntryPlace } from "./boxView";
import { button, element, setAttribute, setText } from "../element";

/** Lets a whole number that may be an amount be typed in coins, and always says it in both units. */
export class AmountEntry implements BoxEntry {
  readonly element: HTMLElement;
  private readonly other = element("span", { class: "aside", "aria-live": "polite" });
  private readonly toggle: HTMLButtonElement;
  private sent = "";

  constructor(private readonly place: EntryPlace) {
    this.toggle = button("Coins", () => this.switch(), { class: "quiet", "aria-pressed": "false" });
    this.toggle.title = "Type the amount in coins; the smallest unit is sent";
    this.element = element("div", { class: "entry" }, this.toggle, this.other);
  }

  shownText(sent: string): string {
    const spelling = this.place.scene.spellings[this.place.key];
    setAttribute(this.toggle, "aria-pressed", spelling?.as === "coins" ? "true" : "false");
    return spelling?.as === "coins" ? spelling.text : sent;
  }

  sentText(typed: string): { sent: string; problem?: string } {
    const { spellings } = this.place.scene;
    if (spellings[this.place.key]?.as !== "coins") return { sent: typed };
    spellings[this.place.key] = { as: "coins", text: typed };
    if (typed.trim() === "") return { sent: "" };
    const read = coinsToUnits(typed);
    return read.ok ? { sent: read.value.toString() } : { sent: "", problem: read.problem };
  }

  describe(sent: string): void {
    this.sent = sent.trim();
    const inCoins = this.place.scene.spellings[this.place.key]?.as === "coins";
    if (!isUnits(this.sent)) setText(this.other, "");
    else setText(this.other, inCoins ? `= ${this.sent} units` : `= ${unitsToCoins(BigInt(this.sent))} coins`);
  }

  private switch(): void {
    const { spellings } = this.place.scene;
    if (spellings[this.place.key]?.as === "coins") delete spellings[this.place.key];
    else spellings[this.place.key] = { as: "coins", text: isUnits(this.sent) ? unitsToCoins(BigInt(this.sent)) : "" };
    this.place.redraw();
    this.place.scene.changed();
  }
}

function isUnits(text: string): boolean {
  return /^\d{1,40}$/.test(text);
}
