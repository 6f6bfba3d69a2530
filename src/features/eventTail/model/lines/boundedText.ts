/** Where text is shown: it can be added to, and replaced as a whole. */
export interface TextOutput {
  append(text: string): void;
  replace(text: string): void;
}

export interface TextBounds {
  lines: number;
  characters: number;
  /** Lines that stay when the text is begun again. */
  kept: number;
}

/** Of the tail's channel: the panel shows longer ones slowly, and keeps all of a channel's text in memory. */
export const channelBounds: TextBounds = { lines: 10_000, characters: 2_500_000, kept: 3000 };

/** Text that grows line by line and is begun again, with the last lines kept, before it becomes too long to be shown well. */
export class BoundedText {
  private lines = 0;
  private characters = 0;
  private last: string[] = [];

  constructor(
    private readonly output: TextOutput,
    private readonly bounds: () => TextBounds,
    private readonly notice: (dropped: number) => string,
  ) {}

  /** Whether the text is begun again when these lines are added. */
  isBegunAgainWith(lines: readonly string[]): boolean {
    const { lines: mostLines, characters } = this.bounds();
    const added = lines.reduce((sum, line) => sum + line.length + 1, 0);
    return this.lines + lines.length > mostLines || this.characters + added > characters;
  }

  append(lines: readonly string[]): void {
    const { kept } = this.bounds();
    const isBegunAgain = this.isBegunAgainWith(lines);
    this.last = [...this.last, ...lines].slice(-kept);
    const text = joined(lines);
    if (!isBegunAgain) {
      this.output.append(text);
      this.count(lines.length, text.length);
      return;
    }
    const dropped = this.lines + lines.length - this.last.length;
    const fresh = joined([this.notice(dropped), ...this.last]);
    this.output.replace(fresh);
    this.lines = this.characters = 0;
    this.count(this.last.length + 1, fresh.length);
  }

  /** To be told when the place was emptied. */
  clear(): void {
    this.lines = this.characters = 0;
    this.last = [];
  }

  private count(lines: number, characters: number): void {
    this.lines += lines;
    this.characters += characters;
  }
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
