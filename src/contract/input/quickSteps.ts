import { t } from "../../base/translate";
import type { Json } from "../../wire/json/exactJson";
import { nothingKnown, resolveType } from "../types/knownTypes";
import type { KnownTypes } from "../types/knownTypes";
import type { RustType } from "../types/rustType";
import { rustTypeText } from "../types/rustTypeText";
import { isScalar } from "./scalarInput";
import type { ScalarType } from "./scalarInput";

/** One question of the palette: a scalar argument to be typed. */
export interface QuickStep {
  readonly label: string;
  readonly typeText: string;
  readonly type: ScalarType;
}

/**
 * The arguments of a function to be asked one by one: none for `()`, one for a scalar, one each for a tuple of scalars;
 * undefined when the input needs the panel.
 */
export function quickSteps(input: RustType, known: KnownTypes = nothingKnown): readonly QuickStep[] | undefined {
  const whole = resolveType(input, known);
  if (whole.learned) return undefined;
  if (whole.type.kind === "unit") return [];
  const parts = whole.type.kind === "tuple" ? whole.type.items : [input];
  const steps = parts.flatMap((part, at): QuickStep[] => {
    const { type, learned } = resolveType(part, known);
    if (learned || !isScalar(type)) return [];
    const label = parts.length === 1 ? t`Argument` : t`Argument ${at + 1} of ${parts.length}`;
    return [{ label, typeText: rustTypeText(part), type }];
  });
  return steps.length === parts.length ? steps : undefined;
}

/** The input made of the answers to `quickSteps`, in the drivers' spelling. */
export function inputFromSteps(input: RustType, answers: readonly Json[], known: KnownTypes = nothingKnown): Json {
  const isTuple = resolveType(input, known).type.kind === "tuple";
  return isTuple ? [...answers] : (answers[0] ?? null);
}
