/** The time of day on this machine, to the second. */
export function timeOfDay(milliseconds: number): string {
  const date = new Date(milliseconds);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** A moment on this machine, to the second, with its day: for what stays open for long. */
export function momentText(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${day.join("-")} ${timeOfDay(milliseconds)}`;
}
