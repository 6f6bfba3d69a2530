import { isScalar, scalarFromText, type CheckedInput } from "../../src/contract/input/scalarInput";
import { nothingKnown, resolveType, type KnownTypes } from "../../src/contract/types/knownTypes";
import type { RustType } from "../../src/contract/types/rustType";
import { rustTypeText } from "../../src/contract/types/rustTypeText";

/** One scalar as typed by a person, for any type: one with parts is refused with reason. */
export function inputFromText(type: RustType, text: string, known: KnownTypes = nothingKnown): CheckedInput {
  const resolved = resolveType(type, known).type;
  if (isScalar(resolved)) return scalarFromText(resolved, text);
  return { ok: false, problem: `${rustTypeText(type)} has parts: fill it in as a form or as JSON.` };
}
