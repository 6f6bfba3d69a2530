import type { Selection } from "../bridge/contractPage";
import type { CallDraft } from "../contract/input/callDraft";
import { limits } from "../wire/limits";

export type InputMode = "form" | "json" | "hex";

/** What was typed in another spelling than the one that is sent: coins for units, text for bytes; by the field's path. */
export interface OtherSpellings {
  [path: string]: { as: "coins" | "text"; text: string };
}

/** The input of one function as a person left it. */
export interface InputState {
  mode: InputMode;
  draft?: CallDraft;
  spellings: OtherSpellings;
  json: string;
  /** The JSON that the form was last turned into: while it is unchanged, the form is still as it was. */
  jsonOfDraft?: string;
  hex: string;
  sendAs: "json" | "bytes";
  stream: boolean;
  /** No one has put anything in yet: nothing is wrong so far. */
  untouched?: true;
}

/** Everything the page keeps while it is away, as plain data. */
export interface SavedPage {
  version: 1;
  panel: string;
  /** The connection's id. */
  connection: string;
  selected: Selection;
  /** By contract id and function. */
  inputs: { [key: string]: InputState };
  resultTab: string;
  /** Of the extra headers; their values may be secrets and are not kept here. */
  headerNames: string[];
}

const { inputs: mostInputs, inputCharacters: mostCharacters } = limits.page;

export function emptyPage(panel: string, connection: string): SavedPage {
  return {
    version: 1,
    panel,
    connection,
    selected: { contractId: "", fn: "" },
    inputs: {},
    resultTab: "decoded",
    headerNames: [],
  };
}

export function inputKey({ contractId, fn }: Selection): string {
  return `${contractId}/${fn}`;
}

/** The page with one input put in; the ones that were not touched for long give way. */
export function withInput(page: SavedPage, selection: Selection, input: InputState): SavedPage {
  const key = inputKey(selection);
  const others = Object.entries(page.inputs).filter(([other]) => other !== key);
  let left = mostCharacters - JSON.stringify(input).length;
  const kept = others
    .slice(1 - mostInputs)
    .reverse()
    .filter(([, other]) => (left -= JSON.stringify(other).length) > 0)
    .reverse();
  return { ...page, inputs: Object.fromEntries([...kept, [key, input]]) };
}

/** The input as one that someone has put something into. */
export function touchedBy({ untouched: _, ...input }: InputState): InputState {
  return input;
}

/** What was kept, if it is of a kind that this version wrote. */
export function readSavedPage(saved: unknown): SavedPage | undefined {
  if (typeof saved !== "object" || saved === null) return undefined;
  const page = saved as Partial<SavedPage>;
  const whole =
    page.version === 1 &&
    typeof page.panel === "string" &&
    typeof page.connection === "string" &&
    typeof page.selected?.contractId === "string" &&
    typeof page.selected.fn === "string" &&
    typeof page.inputs === "object" &&
    typeof page.resultTab === "string" &&
    Array.isArray(page.headerNames);
  return whole ? (page as SavedPage) : undefined;
}
