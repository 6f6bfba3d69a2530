import { t } from "../../base/translate";
import { exampleWords } from "../../bridge/contractPage";
import { showInputBox } from "../../host/inputBoxes";
import { type DriverFunction, type DriverSchema, schemaType } from "../../contract/schema/driverSchema";
import { exampleInput } from "../../contract/input/exampleInput";
import { inputFromJson, inputToJson } from "../../contract/input/inputJson";
import type { KnownTypes } from "../../contract/types/knownTypes";
import { inputFromSteps, type QuickStep, quickSteps } from "../../contract/input/quickSteps";
import type { RustType } from "../../contract/types/rustType";
import { scalarFromText } from "../../contract/input/scalarInput";
import type { Json } from "../../wire/json/exactJson";
import type { FoundExample } from "./model/inputExamples";
import { problemOf } from "../../wire/ids";

/** The questions for a function's input, or undefined when it has parts that one line cannot ask for. */
export function inputSteps(
  fn: DriverFunction,
  schema: DriverSchema,
  known: KnownTypes,
): readonly QuickStep[] | undefined {
  return quickSteps(schemaType(schema, fn.input), known);
}

/**
 * Asks for each scalar of a function's input and gives the JSON text to send; nothing is asked for `()`. `doc` is what
 * the schema says of the function. Resolves to `undefined` when the person gives up.
 */
export async function askSteps(
  title: string,
  steps: readonly QuickStep[],
  type: RustType,
  known: KnownTypes,
  doc = "",
): Promise<string | undefined> {
  const answers: Json[] = [];
  for (const [index, step] of steps.entries()) {
    const place = steps.length > 1 ? t` (${index + 1} of ${steps.length})` : "";
    const about = doc.split("\n", 1)[0]?.trim();
    const prompt = [`${step.label} ${step.typeText}`.trim(), about].filter(Boolean).join(" · ");
    const text = await ask(`${title}${place}`, prompt, (typed) => problemOf(scalarFromText(step.type, typed)));
    const checked = text === undefined ? undefined : scalarFromText(step.type, text);
    if (!checked?.ok) return undefined;
    answers.push(checked.value);
  }
  return inputToJson(type, inputFromSteps(type, answers, known), known);
}

/** Asks for a whole input as JSON, with an example to start from; `found` is one that the node gave. */
export async function askJson(
  title: string,
  typeText: string,
  type: RustType,
  known: KnownTypes,
  found?: FoundExample,
): Promise<string | undefined> {
  const start = found && type.kind === "unknown" ? found.value : exampleInput(type, known);
  const example = inputToJson(type, start, known);
  const problem = (text: string) => inputFromJson(type, text, known).problems[0]?.message;
  const prompt = [t`${typeText || "Input"}, as JSON`, found && exampleWords[found.from]].filter(Boolean).join(" · ");
  const text = await ask(title, prompt, problem, example);
  return text === undefined ? undefined : inputToJson(type, inputFromJson(type, text, known).value ?? null, known);
}

function ask(title: string, prompt: string, problem: (text: string) => string | undefined, value = "") {
  return showInputBox({
    title,
    value,
    prompt,
    ignoreFocusOut: true,
    validateInput: problem,
  });
}
