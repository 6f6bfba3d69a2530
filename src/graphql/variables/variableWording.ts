import type { VariableProblem } from "./variableValues";

/** The sentence for a variable's value that cannot be sent. */
export function variableProblemText({ code, path, expected = "" }: VariableProblem): string {
  const name = `"$${path.join(".")}"`;
  switch (code) {
    case "not-an-object":
      return "Variables are one JSON object, with a key for each variable.";
    case "missing":
      return `${name} is required: it needs a value of type "${expected}".`;
    case "undeclared":
      return `${name} is not declared by the operation.`;
    case "null":
      return `${name} cannot be null: it needs a value of type "${expected}".`;
    case "wrong-type":
      return `${name} needs a value of type "${expected}".`;
    case "not-whole":
      return `${name} needs a whole number: its type is "${expected}".`;
    case "out-of-range":
      return `${name} is more than 18446744073709551615, the largest whole number that a node takes.`;
    case "unknown-value":
      return `${name} is none of the values of "${expected}".`;
    case "unknown-field":
      return `${name} is not a field of "${expected}".`;
  }
}
