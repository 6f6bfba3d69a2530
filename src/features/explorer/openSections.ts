import type { Connection } from "../../client/connection";
import type { Disposable } from "../../base/disposables";
import type { Section } from "./model/rows/explorerNode";
import type { ExplorerTree } from "./explorerTree";
import { followedSections } from "./model/followedSections";

const followed = Object.keys(followedSections) as Section[];

/** Has nodes tell of what is below a section while that can be seen, and no longer: there may be many events. */
export class OpenSections {
  private readonly open = new Map<Connection, Map<Section, Promise<Disposable | undefined>>>();

  constructor(
    private readonly tree: Pick<ExplorerTree, "dataOf" | "isOpen">,
    private readonly changed: (connection: Connection, section: Section) => void,
  ) {}

  /** Follows what is open of these connections now, if anything can be seen. */
  settle(connections: readonly Connection[], isVisible: boolean): void {
    for (const connection of connections) {
      for (const section of followed) {
        const isWanted = isVisible && this.tree.isOpen({ kind: "section", connection, section });
        if (isWanted) this.begin(connection, section);
        else this.end(connection, section);
      }
    }
  }

  leave(connection: Connection): void {
    for (const section of followed) this.end(connection, section);
    this.open.delete(connection);
  }

  private begin(connection: Connection, section: Section): void {
    const known = this.open.get(connection) ?? new Map<Section, Promise<Disposable | undefined>>();
    this.open.set(connection, known);
    if (known.has(section)) return;
    const following = followedSections[section]?.(this.tree.dataOf(connection), () =>
      this.changed(connection, section),
    );
    if (following)
      known.set(
        section,
        following.catch(() => undefined),
      );
  }

  private end(connection: Connection, section: Section): void {
    const known = this.open.get(connection);
    void known?.get(section)?.then((each) => each?.dispose());
    known?.delete(section);
  }
}
