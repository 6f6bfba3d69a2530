/** Something wrong with the SDL a node printed; `name` is the type, directive or `Type.field` it concerns. */
export interface SchemaProblem {
  readonly code: SchemaProblemCode;
  readonly name?: string;
  /** Where in the SDL, when that is known: offsets in UTF-16 code units. */
  readonly start?: number;
  readonly end?: number;
  /** Members of it that are concerned, where it is not as a whole. */
  readonly parts?: readonly string[];
  /** The parser's or the library's own words, for the log. */
  readonly detail?: string;
}

export type SchemaProblemCode =
  | "empty"
  | "not-sdl"
  | "too-large"
  | "too-deep"
  | "unbuildable"
  | "control-characters"
  | "dropped-definition"
  | "dropped-long-definition"
  | "dropped-members"
  | "repaired-definition"
  | "duplicate-definition"
  | "reserved-name"
  | "no-members"
  | "unknown-type"
  | "misused-type"
  | "extension-alone"
  | "no-query-type";
