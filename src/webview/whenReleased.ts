let pressed = false;
let waiting: (() => void)[] = [];

window.addEventListener("pointerdown", () => (pressed = true), true);
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, release, true);

/**
 * Runs something once no pointer is pressed. What appears when a field loses the focus moves the rest of the page: in
 * the middle of a click it would take away the button that is being clicked.
 */
export function whenReleased(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

function release(): void {
  pressed = false;
  const due = waiting;
  waiting = [];
  // The click itself comes after this event.
  setTimeout(() => due.forEach((run) => run()));
}
