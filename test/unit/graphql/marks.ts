/** Text with its `|` taken out, and the offset where it stood. */
export function atCursor(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("|");
  if (offset < 0) throw new Error(`No | in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** Text with its `‹` and `›` taken out, and the ranges they enclosed. */
export function withRanges(marked: string): { text: string; ranges: { start: number; end: number }[] } {
  const ranges: { start: number; end: number }[] = [];
  const starts: number[] = [];
  let text = "";
  for (const char of marked) {
    if (char === "‹") starts.push(text.length);
    else if (char === "›") ranges.push({ start: starts.pop()!, end: text.length });
    else text += char;
  }
  return { text, ranges: ranges.sort((a, b) => a.start - b.start) };
}
