import { t } from "../base/translate";
import type { ContractView } from "../bridge/contractPage";
import { callableName } from "../contract/schema/callableName";
import type { DriverFunction } from "../contract/schema/driverSchema";
import { signature } from "../contract/schema/signature";
import { visibleText } from "../wire/visibleText";
import { button, element } from "./element";

/** What is known of the contract and the function that are chosen: notes of the driver, signature, documentation. */
export class FunctionHead {
  readonly element = element("section", { class: "head", "aria-label": t`Contract and function` });
  /** The contract's id, and how to read its schema again. */
  readonly contract = element("p", { class: "muted" });

  constructor(private readonly reload: () => void) {}

  /** Says that nothing is there to show yet, or why. */
  showNote(sentence: string, retry = false): void {
    const text = element("p", { role: "status" }, sentence);
    this.contract.replaceChildren();
    this.element.replaceChildren(text, ...(retry ? [button(t`Retry`, () => this.reload())] : []));
  }

  show(contract: ContractView, fn: DriverFunction | undefined): void {
    const name = fn ? `${contract.name}.${fn.name}` : contract.name;
    const parts: HTMLElement[] = [element("h1", {}, visibleText(name))];
    if (fn) parts.push(...describe(fn, contract));
    else parts.push(element("p", { role: "status" }, t`Pick a function, or name one.`));
    const notes = contract.notes.map((note) => element("li", {}, visibleText(note)));
    if (notes.length > 0) parts.push(element("ul", { class: "notes", "aria-label": t`Notes on the driver` }, ...notes));
    this.element.replaceChildren(...parts);
    const id = element("code", { class: "id" }, contract.id);
    const again = button(t`Reload schema`, () => this.reload(), { class: "quiet" });
    this.contract.replaceChildren(t`Contract`, " ", id, " ", again);
  }
}

function describe(fn: DriverFunction, { schema }: ContractView): HTMLElement[] {
  const parts: HTMLElement[] = [
    element("p", {}, element("code", { class: "signature" }, visibleText(signature(fn, schema)))),
  ];
  if (fn.doc) parts.push(element("p", { class: "doc", title: fn.doc }, fn.doc));
  const { warning } = callableName(fn.name, "function");
  if (warning) parts.push(element("p", { class: "warning" }, `⚠ ${visibleText(warning)}`));
  return parts;
}
