import type { Json } from "../../wire/json/exactJson";
import type { ScalarType } from "./scalarInput";

interface FieldOf<Kind extends string> {
  readonly kind: Kind;
  readonly label: string;
  /** The type as its author wrote it, to show beside the label. */
  readonly typeText: string;
  /** What to type, in a few words; empty where the field speaks for itself. */
  readonly hint: string;
}

/** A field with one box. `type` is what its text is checked against with `scalarFromText`. */
export interface BoxField extends FieldOf<"integer" | "float" | "text" | "bytes" | "key" | "id"> {
  readonly type: ScalarType;
  /** A value of the type as one would type it. */
  readonly example: string;
  /** Bounds of an integer as decimal text. */
  readonly min?: string;
  readonly max?: string;
  /** Exact number of bytes. */
  readonly length?: number;
  /** Whether the number may be an amount in the smallest unit, so that coins can be offered. */
  readonly mayBeAmount?: boolean;
  /** Earlier values wrote this integer as a JSON number, whatever its width. */
  readonly asNumber?: boolean;
}

/** A field that takes no value. */
export type UnitField = FieldOf<"unit">;

/** True or false, without a choice made beforehand. */
export type BoolField = FieldOf<"bool">;

/** None, or some value of the inner field. */
export interface OptionField extends FieldOf<"option"> {
  readonly inner: CallField;
}

/** Any number of items, each a copy of the item field. */
export interface VectorField extends FieldOf<"vector"> {
  readonly item: CallField;
}

/** A fixed sequence of fields: a tuple or an array, written as a list. */
export interface TupleField extends FieldOf<"tuple"> {
  readonly items: readonly CallField[];
}

/** Named fields, written as an object; the labels are the names. */
export interface StructField extends FieldOf<"struct"> {
  readonly items: readonly CallField[];
}

/** JSON text, where no fields can be drawn. */
export interface JsonField extends FieldOf<"json"> {
  /** Why there are no fields, in one sentence. */
  readonly reason: string;
  readonly skeleton: Json;
}

/** One field of a call form, with the fields inside it. Plain data without functions. */
export type CallField =
  UnitField | BoolField | BoxField | OptionField | VectorField | TupleField | StructField | JsonField;
