import * as vscode from "vscode";
import { shownText, type Said } from "./words";

/**
 * One line to be typed. `value` is the person's text and is not changed; `validateInput` says what is wrong with it,
 * `warnInput` what to know of it, which keeps no one from going on, and `describe` what it was taken for.
 */
export interface InputBoxOptions {
  title?: Said;
  prompt?: Said;
  placeHolder?: Said;
  value?: string;
  valueSelection?: [number, number];
  password?: boolean;
  ignoreFocusOut?: boolean;
  validateInput?: (text: string) => Said | undefined;
  warnInput?: (text: string) => Said | undefined;
  describe?: (text: string) => Said | undefined;
}

/** Asks for one line of text. */
export function showInputBox({
  title,
  prompt,
  placeHolder,
  validateInput,
  warnInput,
  describe,
  ...rest
}: InputBoxOptions): Thenable<string | undefined> {
  const options: vscode.InputBoxOptions = { ...rest, ...shownIn({ title, prompt, placeHolder }) };
  if (validateInput || warnInput || describe)
    options.validateInput = (text) =>
      shownOr(validateInput?.(text)) ??
      note(shownOr(warnInput?.(text)), vscode.InputBoxValidationSeverity.Warning) ??
      note(shownOr(describe?.(text)), vscode.InputBoxValidationSeverity.Info);
  return vscode.window.showInputBox(options);
}

/** An input box that stays open while work is done: VS Code's own, but for what is said in it. */
export class InputBox {
  private readonly box = vscode.window.createInputBox();
  readonly onDidChangeValue = this.box.onDidChangeValue;
  readonly onDidAccept = this.box.onDidAccept;
  readonly onDidHide = this.box.onDidHide;
  readonly onDidTriggerButton = this.box.onDidTriggerButton;

  /** What does not change while the box is open. */
  constructor(
    { title, prompt, placeholder }: { title: Said; prompt: Said; placeholder?: Said | undefined },
    rest: Partial<Pick<vscode.InputBox, "step" | "totalSteps" | "password" | "ignoreFocusOut" | "buttons">>,
  ) {
    Object.assign(this.box, shownIn({ title, prompt, placeholder }), rest);
  }

  get value(): string {
    return this.box.value;
  }

  set value(text: string) {
    this.box.value = text;
  }

  get busy(): boolean {
    return this.box.busy;
  }

  set busy(busy: boolean) {
    this.box.busy = busy;
  }

  set buttons(buttons: readonly vscode.QuickInputButton[]) {
    this.box.buttons = buttons;
  }

  /** What is wrong with the text; `undefined` when nothing is. */
  set validationMessage(said: Said | undefined) {
    this.box.validationMessage = shownOr(said);
  }

  show(): void {
    this.box.show();
  }

  hide(): void {
    this.box.hide();
  }

  dispose(): void {
    this.box.dispose();
  }
}

/** The texts that are given, as VS Code may show them. */
function shownIn<K extends string>(texts: Record<K, Said | undefined>): Partial<Record<K, string>> {
  const given = Object.entries<Said | undefined>(texts).filter(([, said]) => said !== undefined);
  return Object.fromEntries(given.map(([key, said]) => [key, shownText(said as Said)])) as Partial<Record<K, string>>;
}

function note(message: string | undefined, severity: vscode.InputBoxValidationSeverity) {
  return message === undefined ? undefined : { message, severity };
}

function shownOr(said: Said | undefined): string | undefined {
  return said === undefined || said === "" ? undefined : shownText(said);
}
