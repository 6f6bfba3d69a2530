/** Runs only the last of the calls that come within a short time of each other. */
export function debounce<A extends unknown[]>(delayMs: number, run: (...args: A) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call(...args: A): void {
      clearTimeout(timer);
      timer = setTimeout(() => run(...args), delayMs);
    },
    cancel(): void {
      clearTimeout(timer);
    },
  };
}
