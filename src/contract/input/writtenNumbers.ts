import { t } from "../../base/translate";
import type { JsonPath } from "../jsonPath";
import { jsonPathText } from "../jsonPath";
import { scanJson } from "../jsonScan";

/** A number of a JSON text that is written with a fraction or an exponent, as it stands there. */
export interface WrittenNumber {
  readonly path: JsonPath;
  readonly text: string;
}

/** The numbers of a JSON text that are not written as integers, by the text of their paths: a `number` may round them. */
export function writtenNumbers(text: string): ReadonlyMap<string, WrittenNumber> {
  const found = new Map<string, WrittenNumber>();
  if (!/\d[.eE]/.test(text)) return found;
  scanJson(text, (path, { start, end }) => {
    const isNumber = /[-\d]/.test(text.charAt(start));
    const written = isNumber ? text.slice(start, end) : "";
    if (/[.eE]/.test(written)) found.set(jsonPathText(path), { path: [...path], text: written });
    // Of a repeated key the last value counts, as in parsing.
    else if (found.size > 0) found.delete(jsonPathText(path));
  });
  return found;
}

/** What a number of JSON becomes when it is read, where that is another one; undefined when it stays the same. */
function roundedTo(text: string): string | undefined {
  const read = String(Number(text));
  return plainDigits(text) === plainDigits(read) ? undefined : read;
}

/** The sentence for a number that no `number` holds. */
export function roundedProblem(text: string): string | undefined {
  const read = roundedTo(text);
  return read && t`${shortNumber(text)} would be sent as ${read}: write fewer digits, or the number as text.`;
}

/** A number for a sentence. */
export function shortNumber(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Significant digits and the power of ten of the last one; the same for all spellings of a number. */
function plainDigits(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === "0") first++;
  let last = digits.length;
  while (last > first && digits[last - 1] === "0") last--;
  if (first === last) return "0";
  return `${digits.slice(first, last)}e${Number(exponent) - fraction.length + digits.length - last}`;
}
