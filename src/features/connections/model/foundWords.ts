import { t } from "../../../base/translate";
import type { FoundNode } from "../../../client/probeNode";
import { stringifyExactJson, type Json } from "../../../wire/json/exactJson";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";

/** One thing that was found out about a node, in words. */
export interface FoundLine {
  what: string;
  text: string;
}

/** What a look at an address found, line by line, safe to show. */
export function foundLines(found: FoundNode): FoundLine[] {
  const { prefix } = found;
  const named = prefix === undefined ? [] : [line(t`Identifier prefix`, t`${prefix} (its headers begin with it)`)];
  return [...whatItIs(found), ...whatItOffers(found), ...named];
}

/** What the node says it is, and where its chain stands. */
export function whatItIs({ info, chainId, tip }: FoundNode): FoundLine[] {
  const { version, version_build, chain_id } = info;
  const versions = [text(version), version_build && t`build ${text(version_build)}`].filter(Boolean).join(", ");
  return [
    ...(versions ? [line(t`Version`, versions)] : []),
    line(t`Chain id`, text(chainId ?? chain_id ?? undefined) || t`not told`),
    ...(tip ? [line(t`Newest block`, `#${tip.height}`)] : []),
  ];
}

/** What some nodes offer and others do not. */
export function whatItOffers({ capabilities }: FoundNode): FoundLine[] {
  return [
    line("GraphQL", capabilities.graphql.text),
    line(t`Archive`, capabilities.archive.text),
    line(t`Prover`, capabilities.prover.text),
    line(t`Contract drivers`, capabilities.drivers.text),
  ];
}

/** The same in one sentence. */
export function foundSentence(name: string, found: FoundNode): string {
  const parts = foundLines(found).map(({ what, text }) => `${what.toLowerCase()} ${text}`);
  return `${answersAt(name, found)}: ${parts.join("; ")}.`;
}

/** That a node answers, without the end of the sentence. */
export function answersAt(name: string, { address }: Pick<FoundNode, "address">): string {
  return t`${name} answers at ${address}`;
}

function text(value: Json | undefined): string {
  if (value === undefined) return "";
  return shortWords(typeof value === "string" ? value : stringifyExactJson(value), limits.titleCharacters);
}

function line(what: string, said: string): FoundLine {
  return { what, text: shortWords(said) };
}
