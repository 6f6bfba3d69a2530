/** A stretch of SDL that starts where a definition (or its description) seems to start. */
export interface SdlPiece {
  readonly start: number;
  readonly text: string;
}

/**
 * Cuts SDL at lines that look like the start of a definition. It reads lines, not tokens, so that one broken
 * description cannot swallow the rest; a wrong guess shows as pieces that do not parse.
 */
export function sdlPieces(sdl: string): SdlPiece[] {
  const starts = [0];
  let described = false;
  let insideDescription = false;
  for (const { start, text } of lines(sdl)) {
    if (insideDescription) {
      insideDescription = text.trimEnd() !== '"""';
    } else if (text.startsWith('"')) {
      insideDescription = text.trimEnd() === '"""';
      if (!described) starts.push(start);
      described = true;
    } else if (definitionStart.test(text)) {
      if (!described) starts.push(start);
      described = false;
    }
  }
  return pieces(sdl, starts);
}

/** Joins neighbouring pieces to stretches of about `size` code units, so that one parse is worth its call. */
export function joinPieces(parts: readonly SdlPiece[], size: number): SdlPiece[][] {
  const groups: SdlPiece[][] = [];
  let length = Infinity;
  for (const part of parts) {
    if (length >= size) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push(part);
    length += part.text.length;
  }
  return groups;
}

const definitionStart = /^(?:extend|type|interface|union|enum|input|scalar|directive|schema)\b/;

function* lines(text: string): Generator<{ start: number; text: string }> {
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    yield { start, text: text.slice(start, end) };
    start = end + 1;
  }
}

function pieces(sdl: string, starts: readonly number[]): SdlPiece[] {
  return starts
    .map((start, index) => ({ start, text: sdl.slice(start, starts[index + 1]) }))
    .filter(({ text }) => text.trim() !== "");
}
