import { knownContracts, type KnownContract } from "../../../../contract/schema/knownContracts";
import { shortId } from "../../../../wire/ids";
import type { Target } from "../../../../wire/target";

/** Names of a connection's contracts, looked up once and not for every event. */
export class ContractNames {
  private readonly byId: ReadonlyMap<string, string>;

  constructor(named: readonly KnownContract[]) {
    this.byId = new Map(knownContracts(named).map(({ id, name }) => [id, name]));
  }

  /** A contract's name if it has one, else its short id. */
  of(id: string): string {
    return this.nameOf(id) ?? shortId(id);
  }

  /** A contract's name, if it has one. */
  nameOf(id: string): string | undefined {
    return this.byId.get(id.toLowerCase());
  }

  get all(): readonly string[] {
    return [...this.byId.values()];
  }

  /** The id of the contract with this name, whatever its case. */
  idOf(name: string): string | undefined {
    const wanted = name.trim().toLowerCase();
    for (const [id, known] of this.byId) if (known.toLowerCase() === wanted) return id;
    return undefined;
  }

  /** What emitted an event: its contract by name, or the component. */
  source({ component, entity }: Target): string {
    return component.toLowerCase() === "contracts" && entity ? this.of(entity) : component;
  }

  /** A target in the node interface's own form, with the contract's name for its id, and other ids in short. */
  label({ component, entity, topic }: Target): string {
    const name = component === "contracts" && entity ? this.of(entity) : shortId(entity);
    return `${component}${name ? `:${name}` : ""}${topic ? `/${topic}` : ""}`;
  }
}
