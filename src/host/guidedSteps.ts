import * as vscode from "vscode";

/** How a step ended: with a value, with a wish to see the step before, or not at all. */
export type StepOutcome<T> = { value: T } | "back" | "cancelled";

/** Where a step stands among those of its kind. */
export interface StepPlace {
  title: string;
  step?: number;
  of?: number;
  /** Whether there is a step to go back to. */
  back: boolean;
}

export interface InputStep extends StepPlace {
  value: string;
  prompt: string;
  placeholder?: string;
  password?: boolean;
  /** What is wrong with the text so far; undefined when nothing is. */
  check(text: string): string | undefined;
  /** Work that decides about the text: it yields what is wrong with it, and the box stays open with the text kept. */
  accept?(text: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Asks for one line of text and stays open until it is accepted. */
export function inputStep(options: InputStep): Promise<StepOutcome<string>> {
  const input = vscode.window.createInputBox();
  place(input, options);
  input.value = options.value;
  input.prompt = options.prompt;
  input.placeholder = options.placeholder;
  input.password = options.password ?? false;
  const closing = new AbortController();
  input.onDidChangeValue((text) => (input.validationMessage = text ? options.check(text) : undefined));
  return new Promise((resolve) => {
    let outcome: StepOutcome<string> = "cancelled";
    const end = (with_: StepOutcome<string>) => {
      outcome = with_;
      input.hide();
    };
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) end("back");
    });
    input.onDidAccept(async () => {
      const text = input.value.trim();
      if (input.busy) return;
      input.validationMessage = options.check(text);
      if (input.validationMessage) return;
      input.busy = true;
      const problem = await options.accept?.(text, closing.signal).catch(String);
      if (closing.signal.aborted) return;
      input.busy = false;
      input.validationMessage = problem;
      if (problem === undefined) end({ value: text });
    });
    input.onDidHide(() => {
      closing.abort();
      input.dispose();
      resolve(outcome);
    });
    input.show();
  });
}

export interface PickStep<T extends vscode.QuickPickItem> extends StepPlace {
  placeholder: string;
  items: readonly T[];
  /** The item that is chosen by pressing Enter at once. */
  active?: T;
}

/** Asks for one of several. */
export function pickStep<T extends vscode.QuickPickItem>(options: PickStep<T>): Promise<StepOutcome<T>> {
  const pick = vscode.window.createQuickPick<T>();
  place(pick, options);
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.items = options.items;
  if (options.active) pick.activeItems = [options.active];
  return new Promise((resolve) => {
    let outcome: StepOutcome<T> = "cancelled";
    const end = (with_: StepOutcome<T>) => {
      outcome = with_;
      pick.hide();
    };
    pick.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) end("back");
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) end({ value: item });
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(outcome);
    });
    pick.show();
  });
}

function place(input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>, { title, step, of, back }: StepPlace) {
  input.title = title;
  input.step = step;
  input.totalSteps = of;
  input.ignoreFocusOut = true;
  if (back) input.buttons = [vscode.QuickInputButtons.Back];
}
