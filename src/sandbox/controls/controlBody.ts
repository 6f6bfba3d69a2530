import { isObject, readJson, type Json } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";

/** The JSON object that a control was posted, with typed access; `TypeError` names the field that does not fit. */
export class ControlBody {
  constructor(private readonly fields: { [name: string]: Json }) {}

  has(name: string): boolean {
    return (this.fields[name] ?? null) !== null;
  }

  value(name: string): Json | undefined {
    return this.fields[name];
  }

  text(name: string, otherwise?: string): string {
    return this.read(name, "a string", (value) => typeof value === "string", otherwise);
  }

  /** A whole number of no more than `most`: what is asked for is done, or waited for, by this process. */
  number(name: string, most: number, otherwise?: number): number {
    const value = this.read(name, "a number", (each) => typeof each === "number", otherwise);
    if (Number.isInteger(value) && value >= 0 && value <= most) return value;
    throw new RangeError(`${name} must be a whole number from 0 to ${most}`);
  }

  /** A whole number, also as decimal text. */
  integer(name: string, otherwise?: bigint): bigint {
    const isInteger = (value: unknown) => ["number", "bigint", "string"].includes(typeof value);
    return BigInt(this.read(name, "an integer", isInteger as (value: unknown) => value is bigint, otherwise));
  }

  flag(name: string, otherwise = false): boolean {
    return this.read(name, "true or false", (value) => typeof value === "boolean", otherwise);
  }

  texts(name: string): string[] {
    const isText = (value: unknown) => typeof value === "string";
    return this.read(name, "a list of strings", (value) => Array.isArray(value) && value.every(isText), []);
  }

  hex(name: string): Buffer {
    const text = this.text(name, "");
    if (!/^([0-9a-f]{2})*$/i.test(text)) throw new TypeError(`${name} must be hex`);
    return Buffer.from(text, "hex");
  }

  object(name: string): { [key: string]: Json } | undefined {
    return this.has(name) ? this.read(name, "an object", isObject) : undefined;
  }

  private read<T>(name: string, what: string, fits: (value: unknown) => value is T, otherwise?: T): T {
    const value = this.fields[name] ?? otherwise;
    if (fits(value)) return value;
    throw new TypeError(`${name} must be ${what}`);
  }
}

/** Most milliseconds that anything is put off. */
export const mostMs = 600_000;

/** Reads a control's body; none is an empty object. */
export function controlBody(body: Buffer): ControlBody {
  const value = body.length === 0 ? {} : readJson(body.toString("utf8"));
  if (!isObject(value)) throw new TypeError("the body must be an object");
  return new ControlBody(value);
}

/** What a control does and tells: JSON, or nothing. */
export type Control = (body: ControlBody, node: SandboxNode) => unknown;
