import { QUOTE, COMMA, OPEN_BRACKET, BACKSLASH, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE } from "./jsonTokens";

/** What says nothing of where an item ends: in a string, elsewhere in an item, and around the list. */
const passed = { inString: /[^"\\]*/y, inItem: /[^"[\]{},]*/y, around: /[ \t\n\r]*/y } as const;

/**
 * Cuts a JSON array that arrives in chunks into the texts of its items, whatever the chunks. It only finds where items
 * begin and end; reading an item is up to the JSON parser.
 */
export class JsonItems {
  /** True once the array's opening bracket has been seen. */
  opened = false;
  /** True once the array's closing bracket has been seen. */
  complete = false;
  /** What does not fit an array: text before or after it, a place without an item. Nothing is read from there on. */
  problem: string | undefined;
  /** Length of the item that has begun and not ended. */
  pending = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private parts: string[] = [];
  /** Whether an item must come before the array may end: after a comma. */
  private expected = false;

  /** Takes the next chunk of text and gives the items that it completes. */
  push(text: string): string[] {
    const items: string[] = [];
    let start = 0;
    for (let at = 0; at < text.length && this.problem === undefined; at++) {
      if (!this.escaped) at = endOf(passed[this.place], text, at);
      if (at === text.length) break;
      const code = text.charCodeAt(at);
      if (this.inString) {
        this.passStringCharacter(code);
      } else if (this.depth === 0) {
        start = this.outside(code, at, start);
      } else if (this.depth === 1 && (code === COMMA || code === CLOSE_BRACKET)) {
        this.finishItem(text.slice(start, at), items, code);
        start = at + 1;
      } else {
        this.passStructure(code);
      }
    }
    if (this.depth > 0) this.parts.push(text.slice(start));
    this.pending += text.length - start;
    return items;
  }

  private get place(): keyof typeof passed {
    if (this.inString) return "inString";
    return this.depth > 0 ? "inItem" : "around";
  }

  private passStringCharacter(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inString = false;
  }

  private passStructure(code: number): void {
    if (code === QUOTE) this.inString = true;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) this.depth++;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) this.depth--;
    if (this.depth === 0) this.problem = "a bracket in the list does not fit";
  }

  private outside(code: number, at: number, start: number): number {
    if (code === OPEN_BRACKET && !this.opened) {
      this.opened = true;
      this.depth = 1;
      return at + 1;
    }
    this.problem ??= this.complete ? "there is text after the list" : "it is not a list";
    return start;
  }

  private finishItem(end: string, items: string[], code: number): void {
    const item = (this.parts.join("") + end).trim();
    this.parts = [];
    this.pending = 0;
    if (item !== "") items.push(item);
    else if (code === COMMA || this.expected) this.problem = "a place in the list is empty";
    this.expected = code === COMMA;
    if (code !== CLOSE_BRACKET || this.problem !== undefined) return;
    this.depth = 0;
    this.complete = true;
  }
}

function endOf(run: RegExp, text: string, at: number): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}
