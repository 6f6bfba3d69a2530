import type * as vscode from "vscode";
import type { NamedTopics } from "../../client/contractTopics";
import { limits } from "../../wire/limits";

const memoryKey = "namedTopics";
const { contracts: mostContracts, names: mostNames } = limits.namedTopics;

/** Names of events that a person gave, because nothing else tells them; kept in the workspace, the newest first. */
export function namedTopics(memory: vscode.Memento): NamedTopics {
  const all = () => memory.get<Record<string, string[]>>(memoryKey) ?? {};
  return {
    of: (contractId) => all()[contractId.toLowerCase()] ?? [],
    add(contractId, topic) {
      const id = contractId.toLowerCase();
      const { [id]: known = [], ...others } = all();
      const names = [topic, ...known.filter((each) => each !== topic)].slice(0, mostNames);
      const kept = Object.entries({ [id]: names, ...others }).slice(0, mostContracts);
      return Promise.resolve(memory.update(memoryKey, Object.fromEntries(kept)));
    },
  };
}
