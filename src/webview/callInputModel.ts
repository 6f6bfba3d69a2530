import { t } from "../base/translate";
import { messageOf } from "../base/words";
import { parseExactJson } from "../wire/json/exactJson";
import { pastedHex } from "../wire/pastedBytes";
import { jsonDocument } from "../wire/json/jsonDocument";
import type { ContractView } from "../bridge/contractPage";
import { draftOf, emptyDraft } from "../contract/input/callDraft";
import type { CallField } from "../contract/input/callField";
import { callForm } from "../contract/input/callForm";
import { inputFromDraft, draftToJson } from "../contract/input/draftInput";
import { type DriverFunction, schemaType } from "../contract/schema/driverSchema";
import { exampleInput, isGuess } from "../contract/input/exampleInput";
import { inputFromJson, inputToJson, type LocatedProblem } from "../contract/input/inputJson";
import type { JsonPath } from "../contract/jsonPath";
import type { KnownTypes } from "../contract/types/knownTypes";
import { learnFromValue } from "../contract/schema/learnedShapes";
import type { RustType } from "../contract/types/rustType";
import type { InputProblem } from "../contract/input/callInput";
import type { InputMode, InputState } from "./pageState";

/** What can be sent, or what keeps it from being sent. */
export type CallInputNow = { json: string } | { hex: string } | { problems: readonly InputProblem[] };

/** A function's input as a value: what it is in each of the three ways to edit it, and how to go from one to another. */
export class CallInputModel {
  readonly type: RustType;
  readonly field: CallField;
  private readonly known: KnownTypes;

  constructor(
    view: ContractView,
    private readonly fn: DriverFunction,
    /** A whole input to start from where only the names of types are known. */
    private readonly example?: string,
  ) {
    this.type = schemaType(view.schema, fn.input);
    const examples = example === undefined ? {} : learnFromValue({}, this.type, parseExactJson(example));
    this.known = { declared: view.schema.types, learned: view.learned, examples };
    this.field = callForm(this.type, this.known, fn.name);
  }

  /** Whether a part of the type has no form and no example yet. */
  get wantsExample(): boolean {
    return this.example === undefined && isGuess(this.type, this.known);
  }

  /** How the input is best written: as a form where there is one. */
  get usualMode(): InputMode {
    return this.field.kind === "json" ? "json" : "form";
  }

  /** The state of an input that no one touched; an example fills the form too. */
  untouched(mode: InputMode): InputState {
    const whole = this.type.kind === "unknown" ? this.example : undefined;
    const start = whole === undefined ? exampleInput(this.type, this.known) : parseExactJson(whole);
    const json = inputToJson(this.type, start, this.known, true);
    const draft = emptyDraft(this.field);
    const { streams = false, undecoded } = this.fn;
    const sendAs = undecoded ? "bytes" : "json";
    const state = { mode, draft, spellings: {}, json, hex: "", sendAs, stream: streams, untouched: true } as const;
    const filled = this.example === undefined ? undefined : this.filled(state, json);
    return { ...state, ...filled, mode };
  }

  now(state: InputState): CallInputNow {
    if (state.mode === "hex") return hexInput(state.hex);
    if (state.mode === "json") {
      const { value, problems } = this.located(state.json);
      return problems.length > 0 || value === undefined ? { problems } : { json: this.text(value) };
    }
    const { value, problems } = inputFromDraft(this.field, state.draft ?? emptyDraft(this.field));
    return value === undefined ? { problems } : { json: this.text(value) };
  }

  /** What is wrong with a JSON text, with places. */
  located(json: string): { value?: ReturnType<typeof parseExactJson>; problems: readonly LocatedProblem[] } {
    return inputFromJson(this.type, json, this.known);
  }

  /** The same input as JSON text; an unfinished form shows what was typed so far, an untouched one the example. */
  toJson(state: InputState): InputState {
    if (state.mode !== "form" || !state.draft || state.untouched) return { ...state, mode: "json" };
    const json = draftToJson(this.field, state.draft);
    return { ...state, mode: "json", json, jsonOfDraft: json };
  }

  /** The same input as a form, or why the form cannot show all of it. */
  toForm(state: InputState): InputState | { problem: string } {
    if (state.untouched || (state.draft && state.json === state.jsonOfDraft)) return { ...state, mode: "form" };
    const filled = this.filled(state, state.json);
    if (filled) return filled;
    return {
      problem: t`The form cannot show this value without losing a part of it: its shape is not that of the type.`,
    };
  }

  /** An input of a form that looked otherwise: as this form, or as JSON if it cannot show all of it. */
  reshaped({ jsonOfDraft: _, ...state }: InputState): InputState {
    const form = this.toForm(state);
    return "problem" in form ? { ...state, mode: "json" } : form;
  }

  /** The state filled with the JSON, as a form if it fits. Throws a SyntaxError if the text is not JSON. */
  withJson(state: InputState, json: string): InputState {
    const value = parseExactJson(json);
    const { jsonOfDraft: _, ...rest } = state;
    if (this.isRounded(json)) return { ...rest, mode: "json", json: jsonDocument(json) };
    const text = inputToJson(this.type, value, this.known, true);
    return this.filled(rest, text) ?? { ...rest, mode: "json", json: text };
  }

  /** Whether a number of the text is not the one that it is read as. */
  private isRounded(json: string): boolean {
    return this.located(json).problems.some(({ rounded }) => rounded);
  }

  private filled(state: InputState, json: string): InputState | undefined {
    if (this.isRounded(json)) return undefined;
    try {
      const draft = draftOf(this.field, parseExactJson(json));
      return draft && { ...state, mode: "form", draft, json, jsonOfDraft: json, spellings: {} };
    } catch {
      // What is no JSON stays in the JSON view, which says why.
      return undefined;
    }
  }

  private text(value: ReturnType<typeof parseExactJson>): string {
    return inputToJson(this.type, value, this.known);
  }
}

function hexInput(hex: string): CallInputNow {
  try {
    return { hex: pastedHex(hex) };
  } catch (error) {
    const path: JsonPath = [];
    return { problems: [{ path, message: messageOf(error) }] };
  }
}
