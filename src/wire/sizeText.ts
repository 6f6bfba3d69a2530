import { t } from "../base/translate";
import { counted } from "../base/words";

/** A number of bytes for people: exact below a KiB, else in KiB or MiB to one place. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KiB"] : [bytes / (1024 * 1024), "MiB"];
  return `${size.toFixed(1).replace(/\.0$/, "")} ${unit}`;
}

/** The same with the exact number beside it, where the text alone does not tell that. */
export function exactSizeText(bytes: number): string {
  return bytes < 1024 ? sizeText(bytes) : t`${sizeText(bytes)} (${bytes} bytes)`;
}
