import * as vscode from "vscode";
import { t } from "../base/translate";
import type { CheckedId } from "../wire/ids";
import { InputBox } from "./inputBoxes";
import { QuickPick } from "./quickPicks";

/** How a step ended: with a value, with a step back, or not at all. */
export type StepOutcome<T> = { value: T } | "back" | "cancelled";

/** Where a step stands among those of its kind. */
export interface StepPosition {
  title: string;
  step?: number;
  of?: number;
  /** Whether there is a step to go back to. */
  back: boolean;
}

export interface InputStep extends StepPosition {
  value: string;
  prompt: string;
  placeholder?: string;
  password?: boolean;
  /** What is wrong with the text so far; undefined when nothing is. */
  check(text: string): string | undefined;
  /**
   * Work that decides about the text: it yields what is wrong with it, and the box stays open with the text kept, and a
   * button that tries again.
   */
  accept?(text: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Asks for one line of text and stays open until it is accepted. */
export function inputStep(options: InputStep): Promise<StepOutcome<string>> {
  const { title, prompt, placeholder, password = false } = options;
  const input = new InputBox({ title, prompt, placeholder }, { ...stepOptions(options), password });
  input.value = options.value;
  const closing = new AbortController();
  input.onDidChangeValue((text) => (input.validationMessage = text ? options.check(text) : undefined));
  return new Promise((resolve) => {
    let outcome: StepOutcome<string> = "cancelled";
    const end = (with_: StepOutcome<string>) => {
      outcome = with_;
      input.hide();
    };
    const accept = async () => {
      const text = input.value.trim();
      if (input.busy) return;
      const wrong = options.check(text);
      input.validationMessage = wrong;
      if (wrong) return;
      input.busy = true;
      const problem = await options.accept?.(text, closing.signal).catch(String);
      if (closing.signal.aborted) return;
      input.busy = false;
      input.validationMessage = problem;
      if (problem === undefined) end({ value: text });
      else input.buttons = [...stepOptions(options).buttons, tryAgain];
    };
    input.onDidAccept(accept);
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) end("back");
      else void accept();
    });
    input.onDidHide(() => {
      closing.abort();
      input.dispose();
      resolve(outcome);
    });
    input.show();
  });
}

/** What a person is asked for, and what of it can be. */
export interface Question {
  title: string;
  prompt: string;
  value?: string;
  check: (text: string) => CheckedId;
}

/**
 * Asks for one line and does the work that it is for. The box stays open with what was typed until that is done or the
 * person gives up; why it could not be done is said in it.
 */
export async function askUntilDone<T>(
  { check, ...question }: Question,
  work: (value: string) => Promise<T>,
  said: (error: unknown) => string,
): Promise<T | undefined> {
  let done: { value: T } | undefined;
  const outcome = await inputStep({
    ...{ value: "", ...question, back: false },
    check: (text) => {
      const checked = check(text);
      return checked.ok ? undefined : checked.problem;
    },
    accept: async (text) => {
      const checked = check(text);
      if (!checked.ok) return checked.problem;
      try {
        done = { value: await work(checked.value) };
        return undefined;
      } catch (error) {
        return said(error);
      }
    },
  });
  return typeof outcome === "string" ? undefined : done?.value;
}

const tryAgain: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("debug-restart"), tooltip: t`Try Again` };

export interface PickStep<T extends vscode.QuickPickItem> extends StepPosition {
  placeholder: string;
  items: readonly T[];
  /** The item that is chosen by pressing Enter at once. */
  active?: T;
}

/** Asks for one of several. */
export function pickStep<T extends vscode.QuickPickItem>(options: PickStep<T>): Promise<StepOutcome<T>> {
  const pick = new QuickPick<T>(options.title, options.placeholder, {
    ...stepOptions(options),
    matchOnDescription: true,
  });
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

function stepOptions({ step, of, back }: StepPosition) {
  const buttons = back ? [vscode.QuickInputButtons.Back] : [];
  return { step, totalSteps: of, ignoreFocusOut: true, buttons };
}
