import { t } from "../base/translate";
import type { CallFileEntry, ContractEntry, ContractView } from "../bridge/contractPage";
import { callableName } from "../contract/schema/callableName";
import { contractIdOf } from "../contract/schema/contractId";
import { shortId } from "../wire/ids";
import { signature } from "../contract/schema/signature";
import { shortWords } from "../wire/shortWords";
import { visibleText } from "../wire/visibleText";
import { button, element, setAttribute } from "./element";
import { PickList, type PickRow } from "./pickList";

/** What was picked at the page's side. */
export interface PickListener {
  contract(id: string): void;
  fn(name: string): void;
  callFile(uri: string): void;
  history(): void;
}

/** The lists at the page's side: contracts, the functions of the chosen one, and the workspace's call files. */
export class Pickers {
  readonly element: HTMLElement;
  /** Calls that were made or written down before. */
  readonly earlier: HTMLElement;
  private readonly contracts: PickList;
  private readonly functions: PickList;
  private readonly callFiles: PickList;
  private rows: PickRow[] = [];
  private picked: PickRow | undefined;

  constructor(listener: PickListener) {
    this.contracts = new PickList(
      t`Contracts`,
      t`Filter, or paste a contract id`,
      (id) => listener.contract(id),
      otherContract,
    );
    this.functions = new PickList(
      t`Functions`,
      t`Filter, or name a function`,
      (name) => listener.fn(name),
      otherFunction,
    );
    this.callFiles = new PickList(
      t`Call files`,
      t`Filter call files`,
      (uri) => listener.callFile(uri),
      () => undefined,
    );
    const history = button(t`History…`, () => listener.history(), { class: "quiet" });
    const label = { "aria-label": t`Contracts and functions` };
    this.element = element("nav", label, this.contracts.element, this.functions.element);
    this.earlier = element("section", { class: "earlier", "aria-label": t`Earlier calls` });
    this.earlier.append(this.callFiles.element, history);
  }

  setContracts(contracts: readonly ContractEntry[], callFiles: readonly CallFileEntry[]): void {
    this.rows = contracts.map(contractRow);
    this.drawContracts();
    this.callFiles.set(
      callFiles.map(({ uri, label }) => ({ key: uri, label })),
      "",
    );
    setAttribute(this.callFiles.element, "hidden", callFiles.length === 0);
  }

  setFunctions({ id, name, schema, driver }: ContractView, picked: string): void {
    const rows = schema.functions.map((fn): PickRow => {
      const { warning } = callableName(fn.name, "function");
      const doc = warning ?? fn.doc?.split("\n", 1)[0];
      const label = visibleText(signature(fn, schema));
      return { key: fn.name, label, title: label, ...(doc && { detail: visibleText(doc) }) };
    });
    if (picked && !schema.functions.some((fn) => fn.name === picked)) {
      rows.push({
        key: picked,
        label: shortWords(picked),
        detail: driver === "silent" || driver === "none" ? t`named by you` : t`not in the schema`,
      });
    }
    this.functions.set(rows, picked);
    this.picked = contractRow({ id, name });
    this.drawContracts();
  }

  /** Goes to where a person begins: the functions when a contract is chosen, else the contracts. */
  focus(hasContract: boolean): void {
    if (hasContract) this.functions.focus();
    else this.contracts.focus();
  }

  private drawContracts(): void {
    const { rows, picked } = this;
    // A contract that was named by its id is no row of its own.
    const isListed = !picked || rows.some(({ key }) => key === picked.key);
    this.contracts.set(isListed ? rows : [...rows, picked], picked?.key ?? "");
  }
}

function contractRow({ id, name }: ContractEntry): PickRow {
  return { key: id, label: visibleText(name), detail: shortId(id), title: id };
}

function otherContract(typed: string): PickRow | undefined {
  const id = contractIdOf(typed);
  return id === undefined
    ? undefined
    : { key: id, label: shortId(id), detail: t`the contract with this id`, title: id };
}

function otherFunction(typed: string): PickRow {
  return { key: typed, label: shortWords(typed), detail: t`a function of this name` };
}
