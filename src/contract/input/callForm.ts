import { t } from "../../base/translate";
import { stringifyExactJson } from "../../wire/json/exactJson";
import { exampleScalar } from "./exampleScalar";
import type { BoxField, CallField } from "./callField";
import { exampleInput } from "./exampleInput";
import { integerRange } from "../types/integerRange";
import { nothingKnown, resolveType } from "../types/knownTypes";
import type { KnownTypes } from "../types/knownTypes";
import type { RustType } from "../types/rustType";
import { rustTypeText } from "../types/rustTypeText";
import { isScalar } from "./scalarInput";
import type { ScalarType } from "./scalarInput";
import { limits } from "../../wire/limits";

/** Items of lists are counted once among the fields. */
const { levels: deepestField, fields: mostFields, arrayItems: longestArray } = limits.form;

/** The form for the input of a function of this name. A tuple's items are the function's arguments. */
export function callForm(type: RustType, known: KnownTypes = nothingKnown, fn = ""): CallField {
  return new FormBuilder(known, fn).field(type, t`Input`, 0, false);
}

/** Parts of the names of amounts; what has another name may be an offset, a height, a count. */
const amountWords = new Set(
  "amount amounts balance value deposit withdraw stake unstake transfer mint burn fee fees reward price coins locked".split(
    " ",
  ),
);

/** Whether what a field, or a function that takes it alone, is called says that it is an amount of coins. */
function namesAmount(name: string): boolean {
  const text = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return text.some((word) => amountWords.has(word));
}

type CompoundType = Exclude<RustType, ScalarType>;

class FormBuilder {
  private fields = 0;
  private readonly open: CompoundType[] = [];

  constructor(
    private readonly known: KnownTypes,
    private readonly fn: string,
  ) {}

  field(declared: RustType, label: string, depth: number, inLearned: boolean): CallField {
    const resolved = resolveType(declared, this.known);
    const { type } = resolved;
    const learned = resolved.learned || inLearned;
    this.fields++;
    const head = { label, typeText: rustTypeText(declared) };
    if (type.kind === "unit") return { ...head, kind: "unit", hint: t`takes no value` };
    if (type.kind === "bool") return { ...head, kind: "bool", hint: t`true or false` };
    if (isScalar(type)) return { ...head, ...box(type, learned, namesAmount(depth === 0 ? this.fn : label)) };
    const reason = this.whyNoFields(type, depth);
    if (reason !== undefined) return this.json(head, declared, reason);
    this.open.push(type);
    const field = this.compound(type, head, depth, learned);
    this.open.pop();
    return field ?? this.json(head, declared, whyOnlyJson(type));
  }

  private compound(
    type: CompoundType,
    head: { label: string; typeText: string },
    depth: number,
    learned: boolean,
  ): CallField | undefined {
    const inner = (part: RustType, label: string) => this.field(part, label, depth + 1, learned);
    const numbered = (at: number) => (depth === 0 ? t`Argument ${at + 1}` : t`Item ${at + 1}`);
    switch (type.kind) {
      case "option":
        return { ...head, kind: "option", hint: t`none, or some value`, inner: inner(type.of, t`Value`) };
      case "list":
        return { ...head, kind: "vector", hint: t`any number of items`, item: inner(type.of, t`Item`) };
      case "tuple":
        return {
          ...head,
          kind: "tuple",
          hint: "",
          items: type.items.map((item, at) => inner(item, numbered(at))),
        };
      case "array": {
        if (type.length === undefined || type.length > longestArray) return undefined;
        const items = Array.from({ length: type.length }, (_, at) => inner(type.of, t`Item ${at + 1}`));
        return { ...head, kind: "tuple", hint: "", items };
      }
      case "struct":
        return { ...head, kind: "struct", hint: "", items: type.fields.map((field) => inner(field.type, field.name)) };
      case "result":
      case "named":
      case "unknown":
        return undefined;
    }
  }

  private whyNoFields(type: CompoundType, depth: number): string | undefined {
    if (depth >= deepestField) return t`The type is nested deeper than ${deepestField}: write this part as JSON.`;
    if (this.fields > mostFields) return t`The form has more than ${mostFields} fields: write this part as JSON.`;
    return this.open.includes(type) ? t`The type contains itself: write this part as JSON.` : undefined;
  }

  private json(head: { label: string; typeText: string }, type: RustType, reason: string): CallField {
    return { ...head, kind: "json", hint: "JSON", reason, skeleton: exampleInput(type, this.known) };
  }
}

function box(
  type: Exclude<ScalarType, { kind: "unit" | "bool" }>,
  learned: boolean,
  isAmount: boolean,
): Omit<BoxField, "label" | "typeText"> {
  const sample = exampleScalar(type, false);
  const example = typeof sample === "string" ? sample : stringifyExactJson(sample);
  switch (type.kind) {
    case "integer": {
      const { min, max } = integerRange(type.name);
      const bounds = { min: min.toString(), max: max.toString(), mayBeAmount: isAmount && type.name === "u64" };
      const seen = learned ? { asNumber: true } : {};
      return { kind: "integer", type, example, hint: t`${bounds.min} to ${bounds.max}`, ...bounds, ...seen };
    }
    case "bytes":
      if (type.length === undefined) return { kind: "bytes", type, example, hint: t`hex, any number of bytes` };
      return { kind: "bytes", type, example, hint: t`${type.length} bytes as hex`, length: type.length };
    case "float":
      return { kind: "float", type, example, hint: t`a number such as 0.5` };
    case "text":
      return {
        kind: "text",
        type,
        example,
        hint: type.name === "char" ? t`one character` : t`text, sent as it stands`,
      };
    case "key":
      return { kind: "key", type, example, hint: t`base58 public key` };
    case "id":
      return { kind: "id", type, example, hint: t`64 hex digits` };
  }
}

function whyOnlyJson(type: CompoundType): string {
  if (type.kind === "unknown") return `${type.problem} ${t`Write the value as JSON.`}`;
  if (type.kind === "array")
    return t`The array is too long, or its length is not written as a number: write it as JSON.`;
  return t`Only the name of this type is known: write the value as JSON.`;
}
