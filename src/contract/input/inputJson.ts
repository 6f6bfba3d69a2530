import { parseExactJson, stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { jsonDocument } from "../../wire/json/jsonDocument";
import { readInput, type InputProblem } from "./callInput";
import { locateJson, scanJson, type JsonLocation, type JsonSyntaxProblem } from "../jsonScan";
import { nothingKnown, type KnownTypes } from "../types/knownTypes";
import type { RustType } from "../types/rustType";
import { writtenNumbers } from "./writtenNumbers";
import { limits } from "../../wire/limits";

/** A problem of a value written as JSON text, with the range of offsets to mark. */
export type LocatedProblem = InputProblem & JsonLocation & Pick<JsonSyntaxProblem, "isSyntax">;

/** What a JSON text says for a type; `value` is in the drivers' spelling and missing only when the text is not JSON. */
export interface InputFromJson {
  readonly value?: Json;
  readonly problems: readonly LocatedProblem[];
}

/** Reads an input written as JSON text; every problem says where in the text it lies. */
export function inputFromJson(type: RustType, text: string, known: KnownTypes = nothingKnown): InputFromJson {
  const broken = scanJson(text);
  if (broken) return { problems: [{ path: [], ...broken }] };
  const { value, problems } = readInput(type, parseExactJson(text), known, writtenNumbers(text));
  const kept = problems.slice(0, limits.form.problems);
  const locations = locateJson(
    text,
    kept.map((problem) => problem.path),
  );
  const whole = { start: 0, end: text.length };
  const located = kept.map((problem, index): LocatedProblem => ({ ...problem, ...(locations[index] ?? whole) }));
  return { value, problems: located };
}

/** The JSON text that is sent for a value, in the drivers' spelling. */
export function inputToJson(type: RustType, value: Json, known: KnownTypes = nothingKnown, isIndented = false): string {
  const text = stringifyExactJson(readInput(type, value, known).value);
  return isIndented ? jsonDocument(text) : text;
}
