import { systemClock, type Clock } from "../../../base/clock";
import type { ExplorerNode } from "./rows/explorerNode";

const attempts = 5;
const pauseMs = 300;

/**
 * Brings a row in sight, if it is there. The editor refuses that while it asks for all rows again, as it does when there is
 * another connection, so it is tried again. A row that stays out of sight is there all the same: nothing to complain of.
 */
export async function revealRow(
  find: () => Promise<ExplorerNode | undefined>,
  reveal: (row: ExplorerNode) => Thenable<void>,
  clock: Clock = systemClock,
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const row = await find();
    if (!row) return;
    try {
      return await reveal(row);
    } catch {
      await new Promise<void>((done) => clock.after(pauseMs, done));
    }
  }
}
