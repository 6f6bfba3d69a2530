import { limits } from "../../wire/limits";
import { shortWords } from "../../wire/shortWords";
import { outcomeWords, isAnswered, questionWords } from "./exchange";
import type { Examination } from "./examineNode";
import type { Observation, Verdict } from "./habit";

/** The sections of the interface that nodes are asked about. */
export const sections: Readonly<Record<string, string>> = {
  "2.1": "Payload encoding",
  "2.2": "Session",
  "2.3": "Event message",
  "2.4": "Node info",
  "2.5": "Provisioners",
  "2.6": "Gas price statistics",
  "2.9": "Contract metadata",
  "2.10": "GraphQL data",
  "4.1": "GraphQL",
  "4.2": "Node information",
  "4.3": "Network",
  "4.4": "Blocks",
  "4.5": "Transactions",
  "4.6": "Contract queries",
  "4.7": "Contract metadata and driver management",
  "4.8": "Data driver utilities",
  "4.9": "Blobs",
  "4.10": "Archive-enabled nodes",
  "4.11": "Prover",
  "4.12": "Session and subscriptions",
  "5": "Authentication",
  "6.2": "Topics",
  "7": "Errors",
  "9": "Versioning",
};

/** The four things that a habit is found to be, as they are said. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  document: "as the document says",
  "1.4": "as 1.4 does",
  otherwise: "otherwise",
  untold: "not told",
};

/** What an examination found, section by section, each with the exchange that tells it; all cut to a line. */
export function* examinationLines({ address, prefix, version, observations, tookMs }: Examination): Generator<string> {
  yield `${address}: version ${shortWords(version ?? "unknown", limits.titleCharacters)}, headers begin with ${prefix}.`;
  yield `${observations.length} questions in ${(tookMs / 1000).toFixed(1)} s: ${countWords(observations)}.`;
  let section = "";
  for (const observation of observations) {
    if (observation.habit.section !== section) {
      section = observation.habit.section;
      yield "";
      yield `§${section} ${sections[section] ?? ""}`;
    }
    yield* findingLines(observation);
  }
}

/** How many habits are of each kind, in words; of what there is none, nothing is said. */
export function countWords(observations: readonly Observation[]): string {
  const all = Object.entries(verdictWords) as [Verdict, string][];
  return all
    .map(([verdict, text]) => [observations.filter((each) => each.verdict === verdict).length, text] as const)
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count} ${text}`)
    .join(", ");
}

function* findingLines({ habit, verdict, text, exchange: { question, outcome } }: Observation): Generator<string> {
  yield `  ${verdictWords[verdict].padEnd(20)}  ${habit.name}: ${shortWords(text)}`;
  if (verdict === "1.4" || verdict === "otherwise") yield `${indent}the document: ${habit.document.text}`;
  if (verdict === "otherwise" && habit.old) yield `${indent}1.4: ${habit.old.text}`;
  if (verdict === "1.4" && habit.means) yield `${indent}in Chainscope: ${habit.means}`;
  yield `${indent}${questionWords(question)}`;
  yield `${indent}${outcomeWords(outcome)}${isAnswered(outcome) ? ` · ${outcome.tookMs.toFixed(0)} ms` : ""}`;
}

const indent = " ".repeat(24);
