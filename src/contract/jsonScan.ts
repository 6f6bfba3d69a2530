import { t } from "../base/translate";
import { JsonTokens } from "../wire/json/jsonTokens";
import { limits } from "../wire/limits";
import type { JsonPath } from "./jsonPath";

/** Half-open range of offsets in a JSON text. */
export interface JsonLocation {
  readonly start: number;
  readonly end: number;
}

/** The first place where a text stops being JSON, and what was expected there. */
export interface JsonSyntaxProblem extends JsonLocation {
  readonly message: string;
  /** Whether the text is no JSON; otherwise a number in it is too long. */
  readonly isSyntax?: true;
}

type Expected = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "separator" | "end";

interface Container {
  readonly isList: boolean;
  readonly start: number;
}

/**
 * Reads a JSON text once from left to right, tells `visit` every value with its path (inner values before the list or
 * object around them; copy the path to keep it) and returns the first problem, if any: of syntax, or an integer with
 * more digits than are taken. Works without recursion: depth costs memory only.
 */
export function scanJson(
  text: string,
  visit?: (path: JsonPath, location: JsonLocation) => void,
): JsonSyntaxProblem | undefined {
  const scanner = new JsonScanner(text, visit);
  return scanner.run();
}

class JsonScanner {
  private readonly open: Container[] = [];
  /** The steps to the value being read, one for each open container: an index or a key. */
  private readonly path: (string | number)[] = [];
  private expected: Expected = "value";

  constructor(
    private readonly text: string,
    private readonly visit?: (path: JsonPath, location: JsonLocation) => void,
  ) {}

  run(): JsonSyntaxProblem | undefined {
    const tokens = new JsonTokens(this.text);
    while (tokens.next()) {
      const { kind, raw, start, end } = tokens;
      const accepted = kind === "mark" ? this.mark(raw, end) : this.scalar(raw, end);
      if (!accepted) return this.problem(start, end, raw);
      if (tokens.integerDigits > limits.integerDigits) return this.tooManyDigits(tokens);
    }
    if (tokens.kind === "stray") return this.stray(tokens.start);
    return this.expected === "end" ? undefined : this.problem(tokens.start, tokens.start, "");
  }

  private scalar(token: string, end: number): boolean {
    if (this.expected === "key" || this.expected === "key-or-end") {
      if (!token.startsWith('"')) return false;
      this.path[this.path.length - 1] = JSON.parse(token) as string;
      this.expected = "colon";
      return true;
    }
    if (this.expected !== "value" && this.expected !== "value-or-end") return false;
    this.finish(end - token.length, end);
    return true;
  }

  private mark(token: string, end: number): boolean {
    const inner = this.open.at(-1);
    switch (token) {
      case "[":
      case "{":
        if (this.expected !== "value" && this.expected !== "value-or-end") return false;
        this.open.push({ isList: token === "[", start: end - 1 });
        this.path.push(0);
        this.expected = token === "[" ? "value-or-end" : "key-or-end";
        return true;
      case "]":
      case "}": {
        const mayEnd =
          this.expected === "separator" || this.expected === (token === "]" ? "value-or-end" : "key-or-end");
        if (!mayEnd || inner === undefined || inner.isList !== (token === "]")) return false;
        this.open.pop();
        this.path.pop();
        this.finish(inner.start, end);
        return true;
      }
      case ":":
        if (this.expected !== "colon") return false;
        this.expected = "value";
        return true;
      default:
        if (this.expected !== "separator" || inner === undefined) return false;
        if (inner.isList) this.path.push(Number(this.path.pop()) + 1);
        this.expected = inner.isList ? "value" : "key";
        return true;
    }
  }

  private finish(start: number, end: number): void {
    this.visit?.(this.path, { start, end });
    this.expected = this.open.length === 0 ? "end" : "separator";
  }

  private stray(at: number): JsonSyntaxProblem {
    const word = /^[^\s{}[\],:"]+|^"[^"\n]*"?/.exec(this.text.slice(at, at + 40))?.[0] ?? this.text.charAt(at);
    return this.problem(at, at + word.length, word);
  }

  private tooManyDigits({ start, end, integerDigits }: JsonTokens): JsonSyntaxProblem {
    const most = limits.integerDigits;
    return {
      start,
      end,
      message: t`Too long at ${this.place(start)}: an integer of ${integerDigits} digits; at most ${most} are taken.`,
    };
  }

  private problem(start: number, end: number, found: string): JsonSyntaxProblem {
    const closing = this.open.at(-1)?.isList ? "]" : "}";
    const wanted: { [expected in Expected]: string } = {
      value: t`a value`,
      "value-or-end": t`a value or ]`,
      key: t`a key in double quotes`,
      "key-or-end": t`a key in double quotes or }`,
      colon: t`a colon`,
      separator: t`a comma or ${closing}`,
      end: t`nothing more`,
    };
    const [place, expected] = [this.place(start), wanted[this.expected]];
    const message =
      found === ""
        ? t`Not JSON at ${place}: expected ${expected}, the text ends.`
        : t`Not JSON at ${place}: expected ${expected}, found ${cut(found)}.`;
    return { start, end, message, isSyntax: true };
  }

  private place(start: number): string {
    const before = this.text.slice(0, start);
    return t`line ${before.split("\n").length}, column ${start - before.lastIndexOf("\n")}`;
  }
}

function cut(text: string): string {
  return text.length > limits.wordsCharacters ? `${text.slice(0, limits.wordsCharacters)}…` : text;
}

/** The range of the value at each path in a JSON text, undefined where there is none; one pass for all. */
export function locateJson(text: string, paths: readonly JsonPath[]): (JsonLocation | undefined)[] {
  const found: (JsonLocation | undefined)[] = paths.map(() => undefined);
  scanJson(text, (at, location) => {
    paths.forEach((path, index) => {
      // Of a repeated key the last value counts, as in parsing.
      if (at.length === path.length && at.every((step, depth) => step === path[depth])) found[index] = location;
    });
  });
  return found;
}

/** The path of the innermost value that covers `offset` in a JSON text; the root's where nothing does. */
export function pathAtOffset(text: string, offset: number): JsonPath {
  let found: JsonPath = [];
  scanJson(text, (at, location) => {
    if (location.start <= offset && offset <= location.end && at.length > found.length) found = [...at];
  });
  return found;
}
