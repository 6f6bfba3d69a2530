import type { FoundNode } from "../../client/probeNode";
import { stringifyExactJson, type Json } from "../../wire/exactJson";
import { limits } from "../../wire/limits";
import { shortWords } from "../../wire/shortWords";

/** One thing that was found out about a node, in words. */
export interface FoundLine {
  what: string;
  words: string;
}

/** What a look at an address found, line by line, safe to show. */
export function foundLines({ info, capabilities, tip, prefix }: FoundNode): FoundLine[] {
  const { version, version_build, chain_id } = info;
  const lines: (FoundLine | undefined)[] = [
    {
      what: "Version",
      words: [text(version), version_build && `build ${text(version_build)}`].filter(Boolean).join(", "),
    },
    { what: "Chain id", words: chain_id === undefined ? "the node does not say" : text(chain_id) },
    tip && { what: "Newest block", words: `#${tip.height}` },
    { what: "GraphQL", words: capabilities.graphql.words },
    { what: "Archive", words: capabilities.archive.words },
    { what: "Prover", words: capabilities.prover.words },
    { what: "Contract drivers", words: capabilities.drivers.words },
    prefix === undefined ? undefined : { what: "Identifier prefix", words: `${prefix} (its headers begin with it)` },
  ];
  const known = lines.filter((line) => line !== undefined && line.words !== "") as FoundLine[];
  return known.map(({ what, words }) => ({ what, words: shortWords(words) }));
}

/** The same in one sentence. */
export function foundSentence(name: string, found: FoundNode): string {
  const parts = foundLines(found).map(({ what, words }) => `${what.toLowerCase()} ${words}`);
  return `${answersAt(name, found)}: ${parts.join("; ")}.`;
}

/** That a node answers, without the end of the sentence. */
export function answersAt(name: string, { address }: Pick<FoundNode, "address">): string {
  return `${name} answers at ${address}`;
}

function text(value: Json | undefined): string {
  if (value === undefined) return "";
  return shortWords(typeof value === "string" ? value : stringifyExactJson(value), limits.titleCharacters);
}
