import { stringAt } from "../text/tokens";

/** A part of SDL that starts where a definition (or its description) seems to start. */
export interface SdlPart {
  readonly start: number;
  readonly text: string;
  /** Offset in the text of the keyword that the definition begins with, where that is known. */
  readonly head?: number;
}

/**
 * Cuts sound SDL between definitions: it knows what is a text and what is a comment. Gives way after each so many
 * characters.
 */
export function* sdlParts(sdl: string): Generator<undefined, SdlPart[]> {
  const starts = [0];
  // What is between two parts belongs to the first: joined, they are the text again.
  const startAt = (start: number) => {
    if (sdl.slice(starts.at(-1), start).trim() === "") starts.pop();
    starts.push(start);
  };
  let depth = 0;
  let described: number | undefined;
  let nextStep = stepCharacters;
  for (let at = 0; ;) {
    telling.lastIndex = at;
    const found = telling.exec(sdl);
    if (found === null) break;
    const { index, 0: begin } = found;
    at = index + begin.length;
    if (begin === "#") at = lineEnd(sdl, index);
    else if (begin === '"') {
      if (depth === 0) described = index;
      at = stringAt(sdl, index).end;
    } else if (begin === "{") depth += 1;
    else if (begin === "}") {
      depth = Math.max(0, depth - 1);
      if (depth === 0) startAt(index + 1);
    } else if (depth === 0) {
      const isDescribed = described !== undefined && sdl.slice(stringAt(sdl, described).end, index).trim() === "";
      startAt(isDescribed ? described! : index);
      described = undefined;
    }
    if (index < nextStep) continue;
    nextStep = index + stepCharacters;
    yield;
  }
  return starts.map((start, index) => ({ start, text: sdl.slice(start, starts[index + 1]) }));
}

/** Characters that are looked at in one step. */
const stepCharacters = 256 * 1024;

/**
 * Cuts SDL at lines that look like the head of a definition, and behind lines that are a closing brace: whatever they
 * stand in, since what is damaged may say nothing of where texts begin and end.
 */
export function* damagedParts(sdl: string): Generator<undefined, SdlPart[]> {
  const parts: SdlPart[] = [];
  let start = 0;
  let head: number | undefined;
  let described: number | undefined;
  const cut = (end: number, next?: number) => {
    const text = sdl.slice(start, end);
    if (text.trim() !== "") parts.push({ start, text, ...(head !== undefined && { head: head - start }) });
    [start, head, described] = [end, next, undefined];
  };
  let nextStep = stepCharacters;
  for (const { index, 0: begin } of sdl.matchAll(tellingOfDamage)) {
    if (index > nextStep) {
      nextStep = index + stepCharacters;
      yield;
    }
    if (begin === "}") cut(index + 1);
    else if (begin === '"') described ??= head === undefined ? undefined : index;
    else if (head === undefined) head = index;
    else cut(described ?? index, index);
  }
  cut(sdl.length);
  return parts;
}

/** Joins neighbouring parts to larger ones of about `size` code units, so that one parse is worth its call. */
export function joinParts(parts: readonly SdlPart[], size: number): SdlPart[] {
  const joined: SdlPart[] = [];
  let group: SdlPart[] = [];
  let length = 0;
  const finish = () => {
    if (group.length > 0) joined.push({ start: group[0]!.start, text: group.map(({ text }) => text).join("") });
    [group, length] = [[], 0];
  };
  for (const part of parts) {
    group.push(part);
    length += part.text.length;
    if (length >= size) finish();
  }
  finish();
  return joined;
}

/** What a text or a comment begins with, braces, and the beginning of a line that is a definition's. */
const telling =
  /["#{}]|^(?:extend[ \t]+)?(?:type|interface|union|enum|input|scalar|directive|schema)(?=[ \t]*[@{]|[ \t]+[_A-Za-z])/gm;
/** The beginning of a line: a brace, a quote, or the head of a definition with what must follow it. */
const tellingOfDamage =
  /^(?:"|\}(?=[ \t]*$)|(?:extend[ \t]+)?(?:(?:type|interface|input|enum)[ \t]+[_A-Za-z]\w*(?=[ \t]*(?:[{@]|$)|[ \t]+implements\b)|union[ \t]+[_A-Za-z]\w*(?=[ \t]*(?:[=@]|$))|scalar[ \t]+[_A-Za-z]\w*(?=[ \t]*(?:@|$))|directive[ \t]*@|schema(?=[ \t]*[{@])))/gm;

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  return feed < 0 ? text.length : feed;
}
