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
  for (const { index, 0: begin } of sdl.matchAll(tellingLine)) {
    const isQuotes = begin.startsWith('"') && isQuotesAlone(sdl, index);
    if (insideDescription) insideDescription = !isQuotes;
    else {
      if (!described) starts.push(index);
      described = begin.startsWith('"');
      insideDescription = isQuotes;
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

/** The beginning of a line that is a definition's or a description's. Every other line says nothing about either. */
const tellingLine = /^(?:"|(?:extend|type|interface|union|enum|input|scalar|directive|schema)\b)/gm;

/** Whether a line consists of three quotes, as the first and the last of a long description do. */
function isQuotesAlone(text: string, start: number): boolean {
  const feed = text.indexOf("\n", start);
  return text.slice(start, feed < 0 ? text.length : feed).trimEnd() === '"""';
}

function pieces(sdl: string, starts: readonly number[]): SdlPiece[] {
  return starts
    .map((start, index) => ({ start, text: sdl.slice(start, starts[index + 1]) }))
    .filter(({ text }) => text.trim() !== "");
}
