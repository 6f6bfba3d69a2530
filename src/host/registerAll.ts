import { t } from "../base/translate";
import { messageOf } from "../base/words";
import type { ReportError } from "./commands";
import { Disposables, type Disposable } from "../base/disposables";

/** Registers the parts of the extension in turn. One that cannot start is reported by its name; the others go on. */
export function registerAll(parts: { readonly [name: string]: () => Disposable }, report: ReportError): Disposable {
  const owned = new Disposables();
  for (const [name, register] of Object.entries(parts)) {
    try {
      owned.add(register());
    } catch (error) {
      const reason = messageOf(error);
      report(new Error(t`A part of Chainscope could not start, the ${name}: ${reason}`, { cause: error }));
    }
  }
  return owned;
}
