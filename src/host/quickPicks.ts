import * as vscode from "vscode";
import { shownText, type Said } from "./words";

/** What is said around the items. */
export interface QuickPickOptions extends Omit<vscode.QuickPickOptions, "title" | "placeHolder" | "canPickMany"> {
  title?: Said;
  placeHolder?: Said;
}

/** An item as it is shown, and whose picture it is. */
type Shown<T> = vscode.QuickPickItem & { of: T };

/** Asks for one of several. All texts of the items are shown as text. */
export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions = {},
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items.map(shownItem), shownOptions(options)))?.of;
}

/** Asks for some of several; `undefined` when the person gives up. */
export async function showCheckList<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions = {},
): Promise<T[] | undefined> {
  const chosen = await vscode.window.showQuickPick(items.map(shownItem), {
    ...shownOptions(options),
    canPickMany: true,
  });
  return chosen?.map(({ of }) => of);
}

/** Asks for one of several words. */
export async function pickWord<W extends string>(all: readonly W[], options: QuickPickOptions): Promise<W | undefined> {
  const items = all.map((word) => ({ label: word, word }));
  return (await showQuickPick(items, options))?.word;
}

/** A pick whose items change while it is open: VS Code's own, but for what is said in it. */
export class QuickPick<T extends vscode.QuickPickItem> {
  private readonly pick = vscode.window.createQuickPick<Shown<T>>();
  private readonly shown = new Map<T, Shown<T>>();
  readonly onDidAccept = this.pick.onDidAccept;
  readonly onDidHide = this.pick.onDidHide;
  readonly onDidChangeValue = this.pick.onDidChangeValue;
  readonly onDidTriggerButton = this.pick.onDidTriggerButton;

  /** What does not change while the pick is open. */
  constructor(
    title: Said,
    placeholder: Said,
    rest: Partial<
      Pick<
        vscode.QuickPick<T>,
        "step" | "totalSteps" | "buttons" | "canSelectMany" | "ignoreFocusOut" | "matchOnDescription" | "matchOnDetail"
      >
    >,
  ) {
    Object.assign(this.pick, { title: shownText(title), placeholder: shownText(placeholder) }, rest);
  }

  set busy(busy: boolean) {
    this.pick.busy = busy;
  }

  set value(typed: string) {
    this.pick.value = typed;
  }

  set items(items: readonly T[]) {
    this.shown.clear();
    for (const item of items) this.shown.set(item, shownItem(item));
    this.pick.items = [...this.shown.values()];
  }

  set activeItems(items: readonly T[]) {
    this.pick.activeItems = this.shownOf(items);
  }

  get selectedItems(): readonly T[] {
    return this.pick.selectedItems.map(({ of }) => of);
  }

  set selectedItems(items: readonly T[]) {
    this.pick.selectedItems = this.shownOf(items);
  }

  onDidChangeSelection(listener: (items: readonly T[]) => void): vscode.Disposable {
    return this.pick.onDidChangeSelection((items) => listener(items.map(({ of }) => of)));
  }

  onDidTriggerItemButton(listener: (item: T, button: vscode.QuickInputButton) => void): vscode.Disposable {
    return this.pick.onDidTriggerItemButton(({ item, button }) => {
      const at = item.buttons?.indexOf(button) ?? -1;
      listener(item.of, item.of.buttons?.[at] ?? button);
    });
  }

  show(): void {
    this.pick.show();
  }

  hide(): void {
    this.pick.hide();
  }

  dispose(): void {
    this.pick.dispose();
  }

  private shownOf(items: readonly T[]): Shown<T>[] {
    return items.flatMap((item) => this.shown.get(item) ?? []);
  }
}

function shownItem<T extends vscode.QuickPickItem>(item: T): Shown<T> {
  const { label, description, detail, buttons } = item;
  return {
    ...(item as vscode.QuickPickItem),
    label: shownText(label),
    ...(description !== undefined && { description: shownText(description) }),
    ...(detail !== undefined && { detail: shownText(detail) }),
    ...(buttons && { buttons: buttons.map(shownButton) }),
    of: item,
  };
}

function shownButton(button: vscode.QuickInputButton): vscode.QuickInputButton {
  return { ...button, ...(button.tooltip !== undefined && { tooltip: shownText(button.tooltip) }) };
}

function shownOptions({ title, placeHolder, ...rest }: QuickPickOptions): vscode.QuickPickOptions {
  return {
    ...rest,
    ...(title !== undefined && { title: shownText(title) }),
    ...(placeHolder !== undefined && { placeHolder: shownText(placeHolder) }),
  };
}
