import { readJson, type Json } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";

/** The JSON object that a control was posted, with typed access; `TypeError` names the field that does not fit. */
export class ControlBody {
  constructor(private readonly fields: { [name: string]: Json }) {}

  has(name: string): boolean {
    return this.fields[name] !== undefined && this.fields[name] !== null;
  }

  value(name: string): Json | undefined {
    return this.fields[name];
  }

  text(name: string, otherwise?: string): string {
    const value = this.fields[name] ?? otherwise;
    if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
    return value;
  }

  /** A whole number of no more than `most`: what is asked for is done, or waited for, by this process. */
  number(name: string, most: number, otherwise?: number): number {
    const value = this.fields[name] ?? otherwise;
    if (typeof value !== "number") throw new TypeError(`${name} must be a number`);
    if (!Number.isInteger(value) || value < 0 || value > most) {
      throw new RangeError(`${name} must be a whole number from 0 to ${most}`);
    }
    return value;
  }

  /** A whole number, also as decimal text. */
  integer(name: string, otherwise?: bigint): bigint {
    const value = this.fields[name] ?? otherwise;
    if (typeof value !== "number" && typeof value !== "bigint" && typeof value !== "string") {
      throw new TypeError(`${name} must be an integer`);
    }
    return BigInt(value);
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.fields[name] ?? otherwise;
    if (typeof value !== "boolean") throw new TypeError(`${name} must be true or false`);
    return value;
  }

  texts(name: string): string[] {
    const value = this.fields[name] ?? [];
    if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) {
      throw new TypeError(`${name} must be a list of strings`);
    }
    return value;
  }

  hex(name: string): Buffer {
    const text = this.text(name, "");
    if (!/^([0-9a-f]{2})*$/i.test(text)) throw new TypeError(`${name} must be hex`);
    return Buffer.from(text, "hex");
  }

  object(name: string): { [key: string]: Json } | undefined {
    const value = this.fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== "object" || Array.isArray(value)) throw new TypeError(`${name} must be an object`);
    return value;
  }
}

/** Most milliseconds that anything is put off. */
export const mostMs = 600_000;

/** Reads a control's body; none is an empty object. */
export function controlBody(body: Buffer): ControlBody {
  const value = body.length === 0 ? {} : readJson(body.toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError("the body must be an object");
  return new ControlBody(value);
}

export type Control = (body: ControlBody, node: SandboxNode) => Json | Promise<Json>;
