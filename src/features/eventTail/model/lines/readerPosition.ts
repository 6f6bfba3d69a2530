/** What is in sight of a text: its first and last line, and how many lines there are. */
export interface Sight {
  top: number;
  bottom: number;
  lines: number;
}

/**
 * Whether someone reads further up in a text that grows at its end. Following the end only ever moves down, so who
 * moves up has scrolled back, until the end is in sight again.
 */
export class ReaderPosition {
  private top: number | undefined;
  private wentUp = false;

  /** Takes what came into sight; undefined when the text is not in sight at all, and when it was begun again. */
  moved(sight: Sight | undefined): void {
    if (!sight || isAtEnd(sight)) this.wentUp = false;
    else if (this.top !== undefined && sight.top < this.top) this.wentUp = true;
    this.top = sight?.top;
  }

  /** Whether what is in sight is to stay there. `isBegunAgain`: also for anyone who has only stopped following. */
  isBack(sight: Sight | undefined, isBegunAgain: boolean): boolean {
    // Anyone who seemed to go up because the view grew is at the end when nothing moves any more.
    if (!sight || isAtEnd(sight)) this.wentUp = false;
    return this.wentUp || (isBegunAgain && sight !== undefined && !isAtEnd(sight));
  }
}

/** How many lines are below what is in sight. */
export function linesBelow(sight: Sight): number {
  return isAtEnd(sight) ? 0 : sight.lines - 2 - sight.bottom;
}

/** The last line of a text that ends with a line break is empty, and half a line in sight counts. */
function isAtEnd({ bottom, lines }: Sight): boolean {
  return bottom >= lines - 3;
}
