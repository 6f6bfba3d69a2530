import * as vscode from "vscode";
import { shownText, spokenText, type Said } from "./words";

/** What an item of the status bar shows. */
export interface StatusView {
  text: Said;
  /** Lines are made with `joined`. */
  tooltip: Said;
  colour?: "error" | "warning" | undefined;
}

/** One item of the status bar. What it shows already is not sent to the window again. */
export class StatusBarItem {
  private readonly item: vscode.StatusBarItem;

  /** What is about the workspace stands at the left, what is about the file in front at the right. */
  constructor(id: string, priority: number, name: string, command?: string, about: "workspace" | "file" = "workspace") {
    const { Left, Right } = vscode.StatusBarAlignment;
    this.item = vscode.window.createStatusBarItem(id, about === "file" ? Right : Left, priority);
    this.item.name = name;
    this.item.command = command;
  }

  show({ text, tooltip, colour }: StatusView): void {
    const [shown, hover] = [shownText(text), shownText(tooltip)];
    const background = colour ? `statusBarItem.${colour}Background` : undefined;
    if (shown !== this.item.text) this.item.text = shown;
    if (hover !== this.item.tooltip) this.item.tooltip = hover;
    if (background !== this.item.backgroundColor?.id)
      this.item.backgroundColor = background === undefined ? undefined : new vscode.ThemeColor(background);
    // A screen reader would read the icons' names, and nothing of what the text is about.
    const label = `${this.item.name}: ${spokenText(text)}`;
    if (label !== this.item.accessibilityInformation?.label) this.item.accessibilityInformation = { label };
    this.item.show();
  }

  /** Shows it again as it was. */
  reveal(): void {
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** What an item of the language status shows; `text` and `detail` are anyone's. */
export interface LanguageStatusView {
  text: Said;
  detail: Said;
  command: vscode.Command;
  severity?: vscode.LanguageStatusSeverity;
  busy?: boolean;
}

/** One item of the language status. What it shows already is not sent to the window again. */
export class LanguageStatusItem {
  private readonly item: vscode.LanguageStatusItem;

  constructor(id: string, name: string, selector: vscode.DocumentSelector) {
    this.item = vscode.languages.createLanguageStatusItem(id, selector);
    this.item.name = name;
  }

  show({
    text,
    detail,
    command,
    severity = vscode.LanguageStatusSeverity.Information,
    busy = false,
  }: LanguageStatusView): void {
    const next = { text: shownText(text), detail: shownText(detail), severity, busy };
    const { item } = this;
    const same = (Object.keys(next) as (keyof typeof next)[]).every((key) => item[key] === next[key]);
    if (same && item.command?.command === command.command && item.command.title === command.title) return;
    Object.assign(item, next, { command: { ...command, title: shownText(command.title) } });
  }

  dispose(): void {
    this.item.dispose();
  }
}
