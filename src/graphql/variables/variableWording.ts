import { t } from "../../base/translate";
import type { VariableProblem } from "./variableValues";

/** The sentence for a variable's value that cannot be sent. */
export function variableProblemText({ code, path, expected = "" }: VariableProblem): string {
  const name = `"$${path.join(".")}"`;
  switch (code) {
    case "not-an-object":
      return t`Variables are one JSON object, with a key for each variable.`;
    case "missing":
      return t`${name} is required: it needs a value of type "${expected}".`;
    case "undeclared":
      return t`${name} is not declared by the operation.`;
    case "null":
      return t`${name} cannot be null: it needs a value of type "${expected}".`;
    case "wrong-type":
      return t`${name} needs a value of type "${expected}".`;
    case "not-whole":
      return t`${name} needs a whole number: its type is "${expected}".`;
    case "out-of-range":
      return t`${name} is more than 18446744073709551615, the largest whole number that a node takes.`;
    case "unknown-value":
      return t`${name} is none of the values of "${expected}".`;
    case "unknown-field":
      return t`${name} is not a field of "${expected}".`;
  }
}
