import { fromBase58, toBase58 } from "./base58";
import { ByteReader, ByteWriter } from "./bytes";
import { isObject, type Json } from "./json";
import type { RustType } from "./rustType";

/** A value that does not fit its type; the message begins with the JSON path, "$.to[0]: …". */
export class CodecError extends Error {
  constructor(
    message: string,
    /** What is at fault, as drivers name it: the JSON text, the bytes, or a name that there is not. */
    readonly fault: "Json" | "Rkyv" | "Unsupported" = "Json",
  ) {
    super(message);
  }
}

/**
 * JSON → bytes by the drivers' JSON conventions. The bytes are the sandbox's own layout: little-endian integers, u32 lengths,
 * a presence byte before an option, a u8 number before a choice.
 */
export function encode(type: RustType, value: Json): Buffer {
  const out = new ByteWriter();
  write(type, value, "$", out);
  return out.done();
}

/** Bytes → JSON; throws `CodecError` when bytes are missing, or left over unless that does not matter. */
export function decode(type: RustType, bytes: Uint8Array, surplus: "refused" | "ignored" = "refused"): Json {
  const from = new ByteReader(bytes);
  try {
    const value = read(type, from);
    if (surplus === "refused") from.end();
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw new CodecError(`bytes do not fit: ${error.message}`, "Rkyv");
    throw error;
  }
}

function write(type: RustType, value: Json, path: string, out: ByteWriter): void {
  switch (type.kind) {
    case "unit":
      return void expect(value === null, path, "null", value);
    case "bool":
      expect(typeof value === "boolean", path, "a boolean", value);
      return void out.integer(value ? 1 : 0, 1);
    case "string":
      return void out.sized(Buffer.from(stringAt(value, path, "a string")));
    case "integer":
      return void out.integer(integerAt(type, value, path), type.size);
    case "key":
      return void out.raw(keyAt(value, path));
    case "bytes":
      return void out.sized(hexAt(value, path));
    case "byte-array":
      return void out.raw(hexAt(value, path, type.length));
    case "option":
      return void out.optional(value, (present) => write(type.of, present, path, out));
    case "tuple":
      return listAt(value, path, type.items.length).forEach((item, at) =>
        write(type.items[at] ?? { kind: "unit" }, item, `${path}[${at}]`, out),
      );
    case "array":
      return listAt(value, path, type.length).forEach((item, at) => write(type.of, item, `${path}[${at}]`, out));
    case "list": {
      const items = listAt(value, path);
      out.integer(items.length, 4);
      return items.forEach((item, at) => write(type.of, item, `${path}[${at}]`, out));
    }
    case "struct":
      return writeStruct(type.name, type.members, value, path, out);
    case "choice":
      return writeChoice(type.members, value, path, out);
  }
}

function writeStruct(name: string, members: [string, RustType][], value: Json, path: string, out: ByteWriter): void {
  const fields = objectAt(value, path, `an object (${name})`);
  const unknown = Object.keys(fields).find((key) => !members.some(([member]) => member === key));
  if (unknown !== undefined) throw new CodecError(`${path}.${unknown}: unknown field of ${name}`);
  for (const [member, type] of members) {
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined;
    if (field === undefined && type.kind !== "option") throw new CodecError(`${path}.${member}: missing field`);
    write(type, field ?? null, `${path}.${member}`, out);
  }
}

function writeChoice(members: [string, RustType][], value: Json, path: string, out: ByteWriter): void {
  const entries = Object.entries(objectAt(value, path, "an object with one variant"));
  const at = members.findIndex(([member]) => member === entries[0]?.[0]);
  const [member, type] = members[at] ?? [];
  const variants = members.map(([name]) => name).join(" or ");
  if (!type || entries.length !== 1) throw new CodecError(`${path}: expected exactly one of ${variants}`);
  out.integer(at, 1);
  write(type, entries[0]?.[1] ?? null, `${path}.${member}`, out);
}

function read(type: RustType, from: ByteReader): Json {
  switch (type.kind) {
    case "unit":
      return null;
    case "bool":
      return from.integer(1) !== 0n;
    case "string":
      return from.sized().toString("utf8");
    case "integer": {
      const unsigned = from.integer(type.size);
      const value = type.signed ? BigInt.asIntN(type.size * 8, unsigned) : unsigned;
      return type.size < 8 ? Number(value) : value.toString();
    }
    case "key":
      return toBase58(from.raw(96));
    case "bytes":
      return from.sized().toString("hex");
    case "byte-array":
      return from.raw(type.length).toString("hex");
    case "option":
      return from.optional(() => read(type.of, from));
    case "tuple":
      return type.items.map((item) => read(item, from));
    case "array":
      return Array.from({ length: type.length }, () => read(type.of, from));
    case "list":
      return readList(type.of, from);
    case "struct":
      return Object.fromEntries(type.members.map(([member, of]) => [member, read(of, from)]));
    case "choice": {
      const [member, of] = type.members[Number(from.integer(1))] ?? [];
      if (member === undefined || !of) throw new RangeError("unknown variant");
      return { [member]: read(of, from) };
    }
  }
}

function readList(of: RustType, from: ByteReader): Json[] {
  const count = from.count();
  const items: Json[] = [];
  // The count is only claimed: growing one by one ends at the first missing byte.
  for (let at = 0; at < count; at++) items.push(read(of, from));
  return items;
}

function expect(holds: boolean, path: string, wanted: string, value: Json): asserts holds {
  if (holds) return;
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
  throw new CodecError(`${path}: expected ${wanted}, found ${found}`);
}

function stringAt(value: Json, path: string, wanted: string): string {
  expect(typeof value === "string", path, wanted, value);
  return value;
}

function objectAt(value: Json, path: string, wanted: string): { [key: string]: Json } {
  expect(isObject(value), path, wanted, value);
  return value;
}

function listAt(value: Json, path: string, length?: number): Json[] {
  expect(Array.isArray(value), path, "an array", value);
  const items = value;
  if (length !== undefined && items.length !== length) {
    throw new CodecError(`${path}: expected ${length} elements, found ${items.length}`);
  }
  return items;
}

function integerAt(type: RustType & { kind: "integer" }, value: Json, path: string): bigint {
  const whole = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  const digits = typeof value === "string" && /^-?\d+$/.test(value);
  expect(whole || digits, path, type.name, value);
  const integer = BigInt(value);
  const bits = type.size * 8;
  const fits = (type.signed ? BigInt.asIntN(bits, integer) : BigInt.asUintN(bits, integer)) === integer;
  if (!fits) throw new CodecError(`${path}: ${integer} is out of range for ${type.name}`);
  return integer;
}

function keyAt(value: Json, path: string): Buffer {
  const bytes = fromBase58(stringAt(value, path, "a base58 public key"), 96);
  if (!bytes) throw new CodecError(`${path}: not a base58 public key of 96 bytes`);
  return bytes;
}

function hexAt(value: Json, path: string, length?: number): Buffer {
  const text = stringAt(value, path, "hex text");
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new CodecError(`${path}: not hex text`);
  if (length !== undefined && text.length !== length * 2) {
    throw new CodecError(`${path}: expected ${length} bytes, found ${text.length / 2}`);
  }
  return Buffer.from(text, "hex");
}
