import { t } from "../../base/translate";
import type { Json } from "../../wire/json/exactJson";
import { limits } from "../../wire/limits";

export type JsonRecord = { [key: string]: Json };

/** Collects what a lenient reader left out; a flood of the same is counted, not listed. */
export class SchemaProblems {
  private readonly found: string[] = [];

  add(sentence: string): void {
    this.found.push(sentence);
  }

  /** Notes a problem with the whole and gives an empty record to go on with. */
  instead(sentence: string): JsonRecord {
    this.add(sentence);
    return {};
  }

  get sentences(): string[] {
    const most = limits.schemaProblems;
    if (this.found.length <= most) return this.found;
    return [...this.found.slice(0, most), t`${this.found.length - most} more problems are not listed.`];
  }
}

/** The non-empty text of an own field, else undefined. */
export function fieldText(record: JsonRecord, key: string): string | undefined {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
