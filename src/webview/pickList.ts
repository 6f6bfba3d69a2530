import { t } from "../base/translate";
import { button, element, freshId, setAttribute, setText } from "./element";
import { limits } from "../wire/limits";

/** One row to pick: what it is called, what is said of it, and what it is found by besides. */
export interface PickRow {
  key: string;
  label: string;
  detail?: string;
  title?: string;
}

const { picks: mostShown } = limits.page;

/**
 * A list with a filter above it. Arrow keys go through it from the filter or the list, Enter picks. Where there is little
 * room it is a button that says what is picked and opens it; the style sheet knows where.
 */
export class PickList {
  readonly element: HTMLElement;
  private readonly opener: HTMLButtonElement;
  private readonly filter: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly more = element("p", { class: "hint" });
  private rows: readonly PickRow[] = [];
  private shown: PickRow[] = [];
  private picked = "";
  private active = -1;

  constructor(
    private readonly title: string,
    placeholder: string,
    private readonly pick: (key: string) => void,
    /** What else may be picked for a text that was typed, such as an id that no row has. */
    private readonly other: (typed: string) => PickRow | undefined,
  ) {
    const listId = freshId("list");
    const heading = freshId("heading");
    this.filter = element("input", {
      ...{ type: "text", placeholder, spellcheck: "false", autocomplete: "off", role: "combobox" },
      ...{ "aria-expanded": "true", "aria-controls": listId, "aria-label": placeholder },
    });
    this.list = element("ul", { id: listId, role: "listbox", class: "picks", "aria-labelledby": heading, tabindex: 0 });
    this.filter.addEventListener("input", () => this.draw(this.filter.value === "" ? -1 : 0));
    for (const part of [this.filter, this.list]) part.addEventListener("keydown", (event) => this.key(event));
    this.opener = button("", () => this.open(!this.isOpen), { class: "opener", "aria-haspopup": "listbox" });
    const parts = element("div", { class: "parts" }, this.filter, this.list, this.more);
    this.element = element("section", { class: "picker" }, element("h2", { id: heading }, title), this.opener, parts);
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.element.contains(relatedTarget as Node)) this.open(false);
    });
    this.open(false);
  }

  private get isOpen(): boolean {
    return this.element.classList.contains("open");
  }

  private open(open: boolean): void {
    this.element.classList.toggle("open", open);
    setAttribute(this.opener, "aria-expanded", open ? "true" : "false");
    if (open) this.filter.focus();
  }

  set(rows: readonly PickRow[], picked: string): void {
    this.rows = rows;
    this.picked = picked;
    const at = rows.findIndex(({ key }) => key === picked);
    const shown = rows[at]?.label.split("(", 1)[0];
    this.opener.replaceChildren(element("span", { class: "name" }, shown ?? this.title));
    setAttribute(this.opener, "aria-label", shown === undefined ? this.title : `${this.title}: ${shown}`);
    this.draw(at);
  }

  focus(): void {
    this.filter.focus();
  }

  private draw(active: number): void {
    const typed = this.filter.value.trim();
    const wanted = typed.toLowerCase();
    const found = this.rows.filter((row) =>
      `${row.label}\n${row.key}\n${row.detail ?? ""}`.toLowerCase().includes(wanted),
    );
    const other = typed && !found.some(({ key, label }) => key === typed || label === typed) && this.other(typed);
    this.shown = [...found.slice(0, mostShown), ...(other ? [other] : [])];
    this.list.replaceChildren(...this.shown.map((row, at) => this.row(row, at)));
    const hidden = found.length - Math.min(found.length, mostShown);
    setText(
      this.more,
      hidden > 0 ? t`${hidden} more: filter to see them.` : found.length === 0 ? t`Nothing matches.` : "",
    );
    if (this.rows.length === 0 && !typed) setText(this.more, "");
    this.activate(Math.min(active, this.shown.length - 1));
  }

  private row({ key, label, detail, title }: PickRow, at: number): HTMLElement {
    const row = element(
      "li",
      { role: "option", id: `${this.list.id}-${at}`, "aria-selected": key === this.picked ? "true" : "false", title },
      element("span", { class: "name" }, label),
      detail ? element("span", { class: "detail" }, detail) : undefined,
    );
    row.addEventListener("click", () => this.choose(at));
    return row;
  }

  /** Marks the row that Enter picks; before a person has typed or pressed an arrow there is none but the picked one. */
  private activate(at: number): void {
    this.active = Math.max(-1, at);
    const rows = [...this.list.children];
    rows.forEach((row, index) => row.classList.toggle("active", index === this.active));
    const active = rows[this.active];
    for (const part of [this.filter, this.list]) setAttribute(part, "aria-activedescendant", active?.id);
    active?.scrollIntoView({ block: "nearest" });
  }

  private choose(at: number): void {
    const row = this.shown[at];
    if (!row) return;
    this.activate(at);
    // The filter has done its work: what was picked is found again in the whole list.
    this.filter.value = "";
    this.open(false);
    this.pick(row.key);
  }

  private key(event: KeyboardEvent): void {
    const last = this.shown.length - 1;
    const inList = event.currentTarget === this.list;
    switch (event.key) {
      case "ArrowDown":
        this.activate(Math.min(this.active + 1, last));
        break;
      case "ArrowUp":
        this.activate(Math.max(0, this.active - 1));
        break;
      case "Home":
      case "End":
        if (!inList) return;
        this.activate(event.key === "Home" ? 0 : last);
        break;
      case "Escape":
        if (!this.isOpen) return;
        this.open(false);
        this.opener.focus();
        break;
      case "Enter":
        this.choose(Math.max(0, this.active));
        break;
      case " ":
        if (!inList) return;
        this.choose(this.active);
        break;
      default:
        return;
    }
    event.preventDefault();
  }
}
