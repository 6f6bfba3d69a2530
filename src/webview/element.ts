import { visibleLines } from "../wire/visibleText";

type Attribute = string | number | boolean | undefined;

/** Attributes by name; true sets one without a value, false and undefined leave it out. */
export interface Attributes {
  [name: string]: Attribute;
}

/**
 * Makes an element. Children that are text become text nodes: nothing is ever read as markup, and nothing in it can hide
 * (`wire/visibleText.ts`).
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  const given = children.filter((child) => child !== undefined);
  made.append(...given.map((child) => (typeof child === "string" ? visibleLines(child) : child)));
  return made;
}

/** Sets, changes or removes one attribute. */
export function setAttribute(target: Element, name: string, value: Attribute): void {
  if (value === undefined || value === false) target.removeAttribute(name);
  else target.setAttribute(name, value === true ? "" : String(value));
}

/** A push button. What cannot be done keeps its button, with the reason in `setUnavailable`. */
export function button(label: string, press: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") press();
  });
  return made;
}

/** Makes a button pressable, or says why it is not: it stays in reach of the keyboard, so that the reason can be read. */
export function setUnavailable(target: HTMLButtonElement, reason: string | undefined): void {
  setAttribute(target, "aria-disabled", reason === undefined ? undefined : "true");
  setAttribute(target, "title", reason ?? target.dataset["hint"]);
}

let lastId = 0;

/** An id that no other element has, for labels and descriptions. */
export function freshId(name: string): string {
  return `${name}-${++lastId}`;
}

/** An element and its text; the text is set again only when it differs, so that it is not announced again. */
export function setText(target: Element, text: string): void {
  const shown = visibleLines(text);
  if (target.textContent !== shown) target.textContent = shown;
}

/** Sets the text of an element that is only there while it has one. */
export function showText(target: Element, text: string): void {
  setText(target, text);
  setAttribute(target, "hidden", text === "");
}

/** What a field is called, and its type. */
export function typed({ label, typeText }: { label: string; typeText: string }): [string, string, HTMLElement] {
  return [label, " ", element("span", { class: "type" }, typeText)];
}
