import type * as vscode from "vscode";
import type { QuickPick } from "../../../host/quickPicks";

/** What was chosen when the pick was accepted, or was accepted as soon as `enough` of it was chosen; nothing if it was left. */
export function chosenItems<T extends vscode.QuickPickItem>(
  pick: QuickPick<T>,
  enough: (chosen: readonly T[]) => boolean,
): Promise<readonly T[]> {
  return new Promise((resolve) => {
    const end = () => {
      resolve(pick.selectedItems);
      pick.dispose();
    };
    pick.onDidChangeSelection((chosen) => {
      if (enough(chosen)) end();
    });
    pick.onDidAccept(end);
    pick.onDidHide(() => {
      resolve([]);
      pick.dispose();
    });
    pick.show();
  });
}
