import { momentText, timeOfDay } from "../../../../base/moment";

/** A block's time, which counts seconds since the epoch: the time of day here; to the minute with its date if not today's. */
export function blockTime(seconds: bigint, now: number): string {
  if (seconds === 0n) return noTime;
  if (!isDate(seconds)) return `${seconds} s`;
  const moment = Number(seconds) * 1000;
  return new Date(moment).toDateString() === new Date(now).toDateString()
    ? timeOfDay(moment)
    : momentText(moment).slice(0, -3);
}

/** A block's time in full. */
export function blockDate(seconds: bigint): string {
  if (seconds === 0n) return noTime;
  return isDate(seconds) ? new Date(Number(seconds) * 1000).toISOString() : `${seconds} s`;
}

/** The first block of a chain may be of no time: it was there before anyone made blocks. */
const noTime = "no time";

/** What a date can hold: a node may send any number. */
function isDate(seconds: bigint): boolean {
  return seconds >= 0n && seconds < 8_640_000_000_000n;
}
