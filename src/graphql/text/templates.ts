import { limits } from "../../wire/limits";

/** A part of a text: offsets in UTF-16 code units. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** GraphQL in a template literal of a program, between its backticks. */
export interface Template extends Part {
  /** `${…}`: what only the program knows. */
  readonly expressions: readonly Part[];
}

/** A program's text made readable as GraphQL: every offset in it is one of the program's too. */
export interface ProgramText {
  /** Expressions are blank, and escapes are what they mean behind as many fillers as they are longer. */
  readonly text: string;
  readonly templates: readonly Template[];
  /** Offsets of the characters of `text` that are not meant, in order. */
  readonly fillers: readonly number[];
  /** The first template that is beyond the limits, and not read: where its tag stands. */
  readonly unread?: Part;
}

/** Whether something in a text, a program or some lines of one, may introduce a template with GraphQL. */
export function mayHoldTemplate(text: string): boolean {
  return text.includes("gql") || text.includes("graphql") || text.includes("GraphQL");
}

/**
 * Finds `` gql`…` ``, `` graphql`…` `` and templates behind a GraphQL comment in TypeScript or JavaScript, in linear time. Whether
 * such a tag stands in code, and not in a comment or a text, is told from its line and the comment around it.
 */
export function readProgram(program: string): ProgramText {
  const templates: Template[] = [];
  const escapes: Part[] = [];
  if (program.length > limits.programCharacters) return { text: program, templates, fillers: [] };
  let unread: Part | undefined;
  let tags = 0;
  let at = program.indexOf("`");
  for (let from = 0; at >= 0;) {
    const tag = tagBefore(program, at, from);
    if (tag === undefined || (++tags <= limits.programTags && !isCode(program, tag, from))) {
      at = program.indexOf("`", at + 1);
      continue;
    }
    const isTooMany = tags > limits.programTags || templates.length === limits.programTemplates;
    const body = isTooMany ? undefined : bodyFrom(program, at + 1);
    if (!body || body.isTooLong) unread ??= { start: tag, end: at + 1 };
    if (!body) break;
    if (body.isClosed) {
      templates.push({ start: at + 1, end: body.end, expressions: body.expressions });
      escapes.push(...body.escapes);
    }
    from = body.end + 1;
    at = program.indexOf("`", from);
  }
  return { templates, ...cooked(program, templates, escapes), ...(unread && { unread }) };
}

/** How far around a tag is looked at, in characters: a longer line is no line that a person writes. */
const reach = 2000;

const tag = /(?:(?<![\w$"'`])(?:gql|graphql)(?:<[^<>`]*>)?|\/\*[ \t]*graphql[ \t]*\*\/)$/i;

/** Where the tag of the template begins whose opening backtick is at `at`; undefined when it has none that we know. */
function tagBefore(program: string, at: number, from: number): number | undefined {
  const first = Math.max(from, at - 200);
  let end = at;
  while (end > first && /\s/.test(program[end - 1]!)) end -= 1;
  // Most templates are none of ours, as their last character tells.
  if (end === first || !"lL>/".includes(program[end - 1]!)) return undefined;
  const found = tag.exec(program.slice(first, end));
  return found ? first + found.index : undefined;
}

/** Whether a place is neither in a comment nor in a text; what is before `from` is known to be over. */
function isCode(program: string, offset: number, from: number): boolean {
  const first = Math.max(from, offset - reach);
  const above = program.slice(first, offset);
  const open = above.lastIndexOf("/*");
  if (open > above.lastIndexOf("*/") && (open === 0 || /\s/.test(above[open - 1]!))) return false;
  const begin = first + above.lastIndexOf("\n") + 1;
  if (/^\s*\*/.test(program.slice(begin, offset))) return false;
  const end = lineEnd(program, offset);
  for (let at = begin; at < offset; at += 1) {
    const char = program[at]!;
    if (char === "/" && program[at + 1] === "/" && program[at - 1] !== ":") return false;
    if (char !== '"' && char !== "'" && char !== "`") continue;
    const close = closing(program, at, end);
    if (close > offset) return false;
    // A quote that is not closed in its line is an apostrophe, or a letter of an expression.
    if (close >= 0) at = close;
  }
  return true;
}

function lineEnd(program: string, offset: number): number {
  const end = program.slice(offset, offset + reach).indexOf("\n");
  return end < 0 ? Math.min(program.length, offset + reach) : offset + end;
}

/** Where the quote at `open` is closed before `end`; -1 when it is not. */
function closing(program: string, open: number, end: number): number {
  for (let at = open + 1; at < end; at += 1) {
    if (program[at] === "\\") at += 1;
    else if (program[at] === program[open]) return at;
  }
  return -1;
}

interface Body {
  /** Where the closing backtick stands, or where looking for it was given up. */
  readonly end: number;
  readonly isClosed: boolean;
  readonly isTooLong: boolean;
  readonly expressions: readonly Part[];
  readonly escapes: readonly Part[];
}

function bodyFrom(program: string, start: number): Body {
  const expressions: Part[] = [];
  const escapes: Part[] = [];
  const limit = Math.min(program.length, start + limits.templateCharacters);
  const next = /[`\\]|\$\{/g;
  next.lastIndex = start;
  for (let found = next.exec(program); found && found.index < limit; found = next.exec(program)) {
    const at = found.index;
    if (found[0] === "`") return { end: at, isClosed: true, isTooLong: false, expressions, escapes };
    const end = found[0] === "\\" ? at + escapeLength(program, at) : expressionEnd(program, at + 2, limit);
    (found[0] === "\\" ? escapes : expressions).push({ start: at, end });
    next.lastIndex = end;
  }
  return { end: limit, isClosed: false, isTooLong: limit < program.length, expressions, escapes };
}

/** Behind the brace that closes an expression, whatever is nested in it. */
function expressionEnd(program: string, from: number, limit: number): number {
  const open = ["{"];
  for (let at = from; at < limit; at += 1) {
    const char = program[at]!;
    if (char === "\\") at += 1;
    else if (open.at(-1) === "`") {
      if (char === "`") open.pop();
      else if (char === "$" && program[at + 1] === "{") open.push(program[(at += 1)]!);
    } else if (char === "{" || char === "`") open.push(char);
    else if (char === "}") {
      open.pop();
      if (open.length === 0) return at + 1;
    } else if (char === '"' || char === "'") {
      const close = closing(program, at, Math.min(limit, lineEnd(program, at)));
      if (close >= 0) at = close;
    }
  }
  return limit;
}

const escape = /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|\r\n|[^])/y;

function escapeLength(program: string, at: number): number {
  escape.lastIndex = at;
  return escape.exec(program)?.[0].length ?? 1;
}

/** What single characters mean; a line that is broken by an escape counts as a blank, so that lines stay where they are. */
const meanings: Readonly<Record<string, string>> = { n: " ", r: " ", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" };

function meaningOf(written: string): string {
  escape.lastIndex = 0;
  const [, braced, unicode, byte] = escape.exec(written) ?? [];
  const code = braced ?? unicode ?? byte;
  if (code !== undefined) {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : written;
  }
  const char = written.slice(1);
  return /[\r\n]/.test(char) ? "" : (meanings[char] ?? char);
}

/** Ignored between GraphQL's tokens. */
const filler = "\uFEFF";

function cooked(
  program: string,
  templates: readonly Template[],
  escapes: readonly Part[],
): Pick<ProgramText, "text" | "fillers"> {
  const expressions = templates.flatMap((template) => template.expressions);
  const changes = [
    ...expressions.map((part) => ({ ...part, isEscape: false })),
    ...escapes.map((part) => ({ ...part, isEscape: true })),
  ].sort((one, other) => one.start - other.start);
  const fillers: number[] = [];
  let text = "";
  let copied = 0;
  for (const { start, end, isEscape } of changes) {
    const written = program.slice(start, end);
    text += program.slice(copied, start);
    copied = end;
    if (!isEscape) {
      text += written.replace(/[^\r\n]/g, " ");
      continue;
    }
    const meant = meaningOf(written);
    for (let at = start; at < end - meant.length; at += 1) {
      fillers.push(at);
      text += /[\r\n]/.test(program[at]!) ? program[at]! : filler;
    }
    text += meant;
  }
  return { text: text + program.slice(copied), fillers };
}
