import { countWords, sections, verdictWords } from "../../../client/conformance/examinationLines";
import type { Examination } from "../../../client/conformance/examineNode";
import { isAnswered, outcomeWords, questionWords, type Exchange } from "../../../client/conformance/exchange";
import type { Observation } from "../../../client/conformance/habit";
import type { ConnectionConfig } from "../../../client/connectionConfig";
import { defaultPrefix } from "../../../client/http/endpoint";
import type { NodeErrorReason } from "../../../client/failures/nodeError";
import { prefixProblem } from "../../../client/failures/prefixProblem";
import type { FoundNode } from "../../../client/probeNode";
import type { Json } from "../../../wire/json/exactJson";
import { limits } from "../../../wire/limits";
import { plainYaml } from "../../../wire/plainYaml";
import { visibleText } from "../../../wire/visibleText";
import { answersAt, whatItIs, whatItOffers, type FoundLine } from "./foundWords";

/** What a test of a connection came to, for the document that shows it. */
export interface Tested {
  config: ConnectionConfig;
  found: FoundNode;
  examination: Examination;
  at: Date;
}

/**
 * The document of a test that a node answered: that it does, what it is, what it does otherwise than the interface's
 * document and what that means here, and how it answered each question. YAML, whose first lines are comments.
 */
export function testDocument({ config, found, examination, at }: Tested): string {
  const { observations, tookMs } = examination;
  const seconds = `${(tookMs / 1000).toFixed(1)} s`;
  const wrong = prefixProblem(found.prefix, config);
  const head = [
    `${answersAt(config.name, found)}.`,
    ...(wrong ? [wrong.message] : []),
    `Asked ${observations.length} questions on ${at.toISOString()}, which took ${seconds}: ${countWords(observations)}.`,
    "“The document” is the interface that Chainscope is written for, 1.4 the version that many nodes have.",
  ];
  const differing = observations.filter(({ verdict }) => verdict === "1.4" || verdict === "otherwise");
  const reference = observations.find(({ habit }) => habit.name === "Common Reference String");
  const untold = observations.filter(({ verdict }) => verdict === "untold");
  const fields = {
    node: {
      ...wordsOf(whatItIs(found)),
      "Headers begin with": examination.prefix,
      ...(wrong && { "This connection says": config.prefix ?? defaultPrefix }),
    },
    offers: { ...wordsOf(whatItOffers(found)), "Common Reference String": reference?.text ?? "not asked" },
    subscriptions: ofSection(observations, "4.12"),
    limits: limitFields,
    differences: differing.map(differenceFields),
    "not told": untold.length === 0 ? undefined : untold.map(({ habit, text }) => ({ [habit.name]: text })),
    answers: answerFields(observations),
  };
  return [...head.map((line) => `# ${visibleText(line)}`), "", plainYaml(fields)].join("\n");
}

/** The document of a test that failed: whether anything answered, and why that is not enough. */
export function failedTestDocument(
  { name, url }: Pick<ConnectionConfig, "name" | "url">,
  reason: NodeErrorReason,
  sentence: string,
  details: readonly string[],
): string {
  const silentReasons: readonly NodeErrorReason[] = ["unreachable", "timeout", "closed-without-answer"];
  const what = silentReasons.includes(reason) ? "does not answer" : "answers not as a node that can be used";
  const head = `# ${visibleText(`${name} ${what}: ${sentence}`)}`;
  return [head, "", plainYaml({ address: url, details: [...details] })].join("\n");
}

/** What no question tells: a node says it only by refusing, so these are what Chainscope keeps to. */
const limitFields = {
  "bytes of a GraphQL request": limits.requestBytes.graphql,
  "bytes of a call": limits.requestBytes.call,
  "bytes of a transaction": limits.requestBytes.transaction,
  "bytes of a driver": limits.requestBytes.driver,
  "blocks of a GraphQL request": limits.blocksPerRequest,
};

function wordsOf(lines: readonly FoundLine[]): { [name: string]: Json } {
  return Object.fromEntries(lines.map(({ what, text }) => [what, text]));
}

function ofSection(observations: readonly Observation[], section: string): { [name: string]: Json } {
  const own = observations.filter(({ habit }) => habit.section === section);
  return Object.fromEntries(own.map(({ habit, text }) => [habit.name, text]));
}

function differenceFields({ habit, verdict, text, exchange }: Observation): { [name: string]: Json } {
  return {
    what: `${habit.name} (§${habit.section})`,
    "the document": habit.document.text,
    "this node": verdict === "1.4" ? `${text} (${verdictWords[verdict]})` : text,
    ...(verdict === "otherwise" && habit.old && { "version 1.4": habit.old.text }),
    ...(verdict === "1.4" && habit.means !== undefined && { "in Chainscope": habit.means }),
    asked: questionWords(exchange.question),
    answered: outcomeWords(exchange.outcome),
  };
}

/** Each question, by its section: what came of it and how long that took. */
function answerFields(observations: readonly Observation[]): { [section: string]: { [name: string]: Json } } {
  const fields: { [section: string]: { [name: string]: Json } } = {};
  for (const { habit, text, exchange } of observations) {
    const section = (fields[`§${habit.section} ${sections[habit.section] ?? ""}`] ??= {});
    section[habit.name] = [text, ...tookWords(text, exchange)].join(", ");
  }
  return fields;
}

/** The status, unless the words hold it, and the time of an answer. */
function tookWords(text: string, { outcome }: Exchange): string[] {
  if (!isAnswered(outcome)) return [];
  const status = text.includes(String(outcome.status)) ? [] : [`status ${outcome.status}`];
  return [...status, `${outcome.tookMs.toFixed(0)} ms`];
}
