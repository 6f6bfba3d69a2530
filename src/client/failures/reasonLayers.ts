import { limits } from "../../wire/limits";

/** What faulted, as nodes and their libraries put it before the reason. */
const faults = [
  ...["VM error", "Data driver error", "Data-Driver Error", "Prover error", "Dusk-Core Error", "Database error"],
  ...["Verification error", "IO error", "Invalid input", "Invalid JSON", "Invalid request encoding", "Not found"],
  ...["Contract owner not found"],
];

/**
 * A node's reason taken apart, outermost layer first and the reason itself last: what faulted stands before it, and
 * what a library said is wrapped as the text it prints for debugging. `Invalid input: Invalid JSON: Json("it is short")`
 * is `Invalid input`, `Invalid JSON`, `Json`, `it is short`.
 */
export function reasonLayers(words: string): string[] {
  const layers: string[] = [];
  let rest = words.trim();
  while (layers.length < limits.reasonLayers) {
    const [layer, inner] = outermost(rest) ?? [];
    if (layer === undefined || !inner) break;
    layers.push(layer);
    rest = inner;
  }
  return [...layers, rest];
}

function outermost(words: string): [layer: string, inner: string] | undefined {
  const lower = words.toLowerCase();
  const fault = faults.find((each) => lower.startsWith(`${each.toLowerCase()}: `));
  if (fault !== undefined) return [words.slice(0, fault.length), words.slice(fault.length + 2).trim()];
  const step = /^\w{1,64} failed with: |^FFI returned -?\d{1,10}: /.exec(words)?.[0];
  if (step !== undefined) return [step.slice(0, step.indexOf(" ")), words.slice(step.length).trim()];
  const wrapper = /^([A-Z]\w{0,63})\("/.exec(words);
  if (!wrapper) return undefined;
  const end = words.endsWith('")') ? -2 : undefined;
  return [wrapper[1] ?? "", words.slice(wrapper[0].length, end).replace(/\\(["'\\])/g, "$1")];
}
