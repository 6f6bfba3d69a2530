import * as vscode from "vscode";
import { systemClock } from "../../base/clock";
import { languageIds } from "../../host/contributionIds";
import { Owner } from "../../base/disposables";
import { createOutputChannel } from "../../host/views";
import { BoundedText, channelBounds } from "./model/lines/boundedText";
import { noticeLine, signs } from "./model/lines/eventLine";
import { linesBelow, ReaderPosition, type Sight } from "./model/lines/readerPosition";
import { SettledLines } from "./model/lines/settledLines";

/** Beyond every line, which the window takes for its last one. */
const lastLine = new vscode.Range(2 ** 30, 0, 2 ** 30, 0);
/** Without a movement for so long a view follows nothing; one that does moves with what is added. */
const stillMs = 2000;

/**
 * The output channel of all tails. It is created with the first line and never shows itself uninvited. While someone
 * reads further up nothing is added, so that the lines in sight stay there; what came meanwhile follows when the end is
 * in sight again.
 */
export class EventChannel extends Owner {
  private channel: vscode.OutputChannel | undefined;
  private readonly text: BoundedText;
  private readonly settled = this.own(
    new SettledLines(
      (lines) => this.append(lines),
      (lines) => this.text.isBegunAgainWith(lines),
      systemClock,
    ),
  );
  private readonly reader = new ReaderPosition();
  private unread: string[] = [];
  private unreadLost = 0;
  private movedAt = 0;

  constructor() {
    super();
    this.own({ dispose: () => this.channel?.dispose() });
    const output = {
      append: (text: string) => this.open().append(text),
      replace: (text: string) => {
        this.reader.moved(undefined);
        this.open().replace(text);
      },
    };
    this.text = new BoundedText(
      output,
      () => channelBounds,
      (dropped) =>
        noticeLine(Date.now(), "Chainscope", `a fresh view begins here: ${dropped} older lines were removed`),
    );
    this.own(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (!isOurs(textEditor)) return;
        this.movedAt = Date.now();
        this.reader.moved(sightOf(textEditor));
        this.catchUp();
      }),
    );
    this.own(vscode.window.onDidChangeVisibleTextEditors(() => this.catchUp()));
  }

  /** Lines that came while someone reads further up. */
  get newLines(): number {
    const editor = vscode.window.visibleTextEditors.find(isOurs);
    const sight = editor && sightOf(editor);
    // Whose cursor is elsewhere does not follow, and a view that follows may lag.
    const below = sight && Date.now() - this.movedAt > stillMs ? linesBelow(sight) : 0;
    return this.unwritten + below;
  }

  private get unwritten(): number {
    return this.unread.length + this.unreadLost;
  }

  write(lines: readonly string[]): void {
    this.settled.add(lines);
  }

  private append(lines: readonly string[]): void {
    if (this.unwritten === 0 && !this.isRead(lines)) return this.text.append(lines);
    this.unread.push(...lines);
    const surplus = this.unread.length - channelBounds.kept;
    if (surplus > 0) this.unreadLost += this.unread.splice(0, surplus).length;
    this.catchUp();
  }

  /** Brings the channel to the front, with its last lines. */
  show(): void {
    this.open().show(true);
    this.settled.flush();
    if (this.unwritten > 0) this.writeUnread();
    // The window has lines already that are not known here: the last one that is known is further up there.
    vscode.window.visibleTextEditors.find(isOurs)?.revealRange(lastLine);
  }

  clear(): void {
    this.settled.drop();
    this.unread = [];
    this.unreadLost = 0;
    this.reader.moved(undefined);
    this.text.clear();
    this.channel?.clear();
  }

  /** Whether someone reads what these lines would push out of sight. */
  private isRead(lines: readonly string[]): boolean {
    const editor = vscode.window.visibleTextEditors.find(isOurs);
    return this.reader.isBack(editor && sightOf(editor), this.text.isBegunAgainWith(lines));
  }

  private catchUp(): void {
    if (this.unwritten > 0 && !this.isRead(this.unread)) this.writeUnread();
  }

  private writeUnread(): void {
    const { unread, unreadLost } = this;
    this.unread = [];
    this.unreadLost = 0;
    const lost = `${signs.loss} ${unreadLost} lines came while you were reading further up, and are left out here`;
    this.text.append(unreadLost > 0 ? [noticeLine(Date.now(), "Chainscope", lost), ...unread] : unread);
  }

  private open(): vscode.OutputChannel {
    return (this.channel ??= createOutputChannel("Chainscope Events", languageIds.events));
  }
}

function isOurs({ document }: vscode.TextEditor): boolean {
  return document.languageId === languageIds.events && document.uri.scheme === "output";
}

function sightOf({ document, visibleRanges }: vscode.TextEditor): Sight | undefined {
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)];
  return first && last && { top: first.start.line, bottom: last.end.line, lines: document.lineCount };
}
