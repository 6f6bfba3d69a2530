import type * as vscode from "vscode";
import { languageIds } from "../../host/contributionIds";
import { createOutputChannel } from "../../host/views";
import { BoundedText } from "./boundedText";
import { noticeLine } from "./eventLine";

/** The panel shows longer channels slowly, and keeps all of a channel's text in memory. */
const bounds = { lines: 10_000, characters: 2_500_000, kept: 3000 };

/** The output channel of all tails. It is created with the first line and never shows itself uninvited. */
export class EventChannel implements vscode.Disposable {
  private channel: vscode.OutputChannel | undefined;
  private readonly text: BoundedText;

  constructor() {
    const place = {
      append: (text: string) => this.open().append(text),
      replace: (text: string) => this.open().replace(text),
    };
    this.text = new BoundedText(
      place,
      () => bounds,
      (dropped) =>
        noticeLine(Date.now(), "Chainscope", `a fresh view begins here: ${dropped} older lines were removed`),
    );
  }

  write(lines: readonly string[]): void {
    this.text.append(lines);
  }

  show(): void {
    this.open().show(true);
  }

  clear(): void {
    this.text.clear();
    this.channel?.clear();
  }

  dispose(): void {
    this.channel?.dispose();
  }

  private open(): vscode.OutputChannel {
    return (this.channel ??= createOutputChannel("Chainscope Events", languageIds.events));
  }
}
