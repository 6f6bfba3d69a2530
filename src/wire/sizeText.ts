import { counted } from "../base/words";

/** A number of bytes for people: exact below a KiB, else in KiB or MiB to one place. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KiB"] : [bytes / (1024 * 1024), "MiB"];
  return `${size.toFixed(1).replace(/\.0$/, "")} ${unit}`;
}
