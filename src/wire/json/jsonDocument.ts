import { atOnce } from "../../base/atOnce";
import { COMMA, COLON, CLOSE_BRACKET, CLOSE_BRACE, JsonTokens } from "./jsonTokens";
import { limits } from "../limits";

/** Characters that are written between two steps: a few milliseconds of work. */
const stepCharacters = 64 * 1024;

/**
 * JSON that is not ours as a document: its own tokens, so that numbers, keys, their order and escapes stay as they were
 * sent, indented by two blanks down to `limits.indentedLevels`. Below, a value stands on one line. A text that would be
 * longer than `limits.documentCharacters` when indented, or that is no JSON, comes back as it is.
 */
export function jsonDocument(text: string): string {
  return atOnce(jsonDocumentSteps(text));
}

/** The same in steps of a few milliseconds, so that anyone who takes them can let other work in between. */
export function* jsonDocumentSteps(text: string): Generator<void, string> {
  return yield* rewritten(text, limits.indentedLevels);
}

/** JSON that is not ours on one line, from its own tokens. A text that is no JSON comes back as it is. */
export function jsonLine(text: string): string {
  return atOnce(rewritten(text, 0));
}

function* rewritten(text: string, levels: number): Generator<void, string> {
  if (text.length > limits.documentCharacters) return text;
  const tokens = new JsonTokens(text);
  const writer = new Writer(text, levels);
  let nextStep = stepCharacters;
  while (tokens.next()) {
    if (!writer.take(tokens) || writer.length > limits.documentCharacters) return text;
    if (tokens.end < nextStep) continue;
    nextStep = tokens.end + stepCharacters;
    writer.gather();
    yield;
  }
  return tokens.kind === "stray" || writer.depth > 0 ? text : writer.written();
}

/** Copies a text without its blanks, token after token, and puts its own blanks between them. */
class Writer {
  depth = 0;
  private readonly gathered: string[] = [];
  private parts: string[] = [];
  private copied = 0;
  /** What has been taken and not yet copied lies between these two. */
  private from = 0;
  private to = 0;
  /** Whether the latest token opened a list or an object, and whether it ended a value. */
  private opened = false;
  private ended = false;

  constructor(
    private readonly text: string,
    private readonly levels: number,
  ) {}

  /** How many characters there are so far. */
  get length(): number {
    return this.copied + this.to - this.from;
  }

  /** False when the token cannot stand here: two values would become one, or a bracket closes nothing. */
  take({ kind, start, end }: JsonTokens): boolean {
    if (start !== this.to) this.copy(start);
    const mark = kind === "mark" ? this.text.charCodeAt(start) : 0;
    if (mark === COMMA || mark === COLON) {
      this.to = end;
      this.ended = false;
      if (this.depth <= this.levels) this.put(mark === COLON ? " " : lineBreak(this.depth));
      return this.depth > 0;
    }
    if (mark === CLOSE_BRACKET || mark === CLOSE_BRACE) {
      if (this.depth === 0) return false;
      if (!this.opened && this.depth <= this.levels) this.put(lineBreak(this.depth - 1));
      this.opened = false;
      this.ended = true;
      this.to = end;
      this.depth--;
      return true;
    }
    if (this.ended) return false;
    if (this.opened && this.depth <= this.levels) this.put(lineBreak(this.depth));
    this.opened = mark !== 0;
    this.ended = mark === 0;
    if (this.opened) this.depth++;
    this.to = end;
    return true;
  }

  written(): string {
    this.copy(this.to);
    this.gather();
    return this.gathered.join("");
  }

  /** Joins the parts of a step: millions of them at the end would be one long step. */
  gather(): void {
    this.gathered.push(this.parts.join(""));
    this.parts = [];
  }

  private put(blanks: string): void {
    this.copy(this.to);
    this.parts.push(blanks);
    this.copied += blanks.length;
  }

  /** Copies what has been taken; what is taken next begins at `next`. */
  private copy(next: number): void {
    if (this.to > this.from) {
      this.parts.push(this.text.slice(this.from, this.to));
      this.copied += this.to - this.from;
    }
    this.from = this.to = next;
  }
}

function lineBreak(depth: number): string {
  return (lineBreaks[depth] ??= `\n${"  ".repeat(depth)}`);
}

const lineBreaks: string[] = [];
