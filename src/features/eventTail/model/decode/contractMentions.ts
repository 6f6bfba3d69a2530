import type { ContractNames } from "./contractNames";
import { limits } from "../../../../wire/limits";

/** A contract's id in a text. */
export interface ContractMention {
  id: string;
  name: string;
  start: number;
  end: number;
}

/** The ids of contracts with a name in a text, with or without 0x. Other hex of that length may be anything. */
export function contractMentions(text: string, names: ContractNames): ContractMention[] {
  if (text.length > limits.searchedCharacters) return [];
  const found: ContractMention[] = [];
  for (const match of text.matchAll(/(?<![0-9a-zA-Z])(?:0x)?([0-9a-fA-F]{64})(?![0-9a-zA-Z])/g)) {
    const id = match[1]!.toLowerCase();
    const name = names.nameOf(id);
    if (name !== undefined) found.push({ id, name, start: match.index, end: match.index + match[0].length });
    if (found.length === limits.mentions) break;
  }
  return found;
}
