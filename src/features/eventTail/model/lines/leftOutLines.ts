import { signs } from "./eventLine";
import { limits } from "../../../../wire/limits";

/** The lines of a recording that could not be read: the first are told one by one, the others counted. */
export class LeftOutLines {
  private count = 0;
  private last = 0;

  constructor(private readonly write: (text: string) => void) {}

  add(line: number, problem: string): void {
    this.count++;
    this.last = line;
    if (this.count <= limits.unreadableLines)
      this.write(`${signs.loss} line ${line} of the recording is left out: ${problem}`);
  }

  /** What is to be added to the closing words about those that were only counted. */
  rest(): string {
    const further = this.count - limits.unreadableLines;
    if (further <= 0) return "";
    return `; ${further} more ${further === 1 ? "line was" : "lines were"} left out, the last of them line ${this.last}`;
  }
}
