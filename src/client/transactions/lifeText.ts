import { t } from "../../base/translate";
import { timeOfDay } from "../../base/moment";
import { counted } from "../../base/words";
import { amountWords } from "../../wire/coins";
import { grouped } from "../../wire/integerText";
import { memoText } from "../../wire/memoText";
import { plainYaml } from "../../wire/plainYaml";
import { visibleText } from "../../wire/visibleText";
import { reasonWords } from "./reasonWords";
import type { Standing, TransactionLife } from "./transactionLife";

const standingText: Readonly<Record<Standing, string>> = {
  checked: t`checked, not sent`,
  sending: t`being sent`,
  doubtful: t`not known whether it arrived`,
  refused: t`not taken`,
  sent: t`sent`,
  deferred: t`held back until the nonces before it come`,
  waiting: t`in the mempool`,
  executed: t`executed`,
  accepted: t`executed, its block is accepted`,
  confirmed: t`executed, its block is confirmed`,
  final: t`final`,
  replaced: t`replaced`,
  removed: t`thrown out`,
  dropped: t`dropped`,
  vanished: t`vanished`,
};
/** The same of what was executed and failed. */
const failedText: Readonly<Partial<Record<Standing, string>>> = {
  executed: t`failed`,
  accepted: t`failed, its block is accepted`,
  confirmed: t`failed, its block is confirmed`,
  final: t`failed and final`,
};

/** Where it stands, in a few words: the same in its row, in its document and in messages. */
export function standingWords({ standing, outcome, objections, waited, isInBlock }: TransactionLife): string {
  if (standing === "checked" && objections[0] !== undefined) return t`would fail: ${objections[0]}`;
  const hasFailed = isInBlock && outcome?.error !== undefined;
  const text = (hasFailed && failedText[standing]) || standingText[standing];
  if (outcome && isInBlock) return `${text} · #${outcome.height}`;
  return waited > 0 && (standing === "waiting" || standing === "sent")
    ? t`${text} for ${counted(waited, "block")}`
    : text;
}

/**
 * All that is known of a transaction, as a document: what it moves and calls first, then where it stands, then its way.
 * `place`: the connection as a person knows it; `nameOf`: what contracts are called.
 */
export function lifeText(life: TransactionLife, place: string, nameOf: (contract: string) => string): string {
  const { id, facts, outcome, check, reasons, steps, decoded, contract } = life;
  const { value, deposit, receiver, memo, call, sender, nonce, gasLimit, gasPrice, deploys } = facts;
  const fee = outcome?.gas !== undefined && gasPrice !== undefined ? outcome.gas * gasPrice : undefined;
  const yaml = plainYaml({
    transaction: id ?? t`its id is not known yet`,
    state: standingWords(life),
    error: outcome?.error === undefined ? undefined : reasonWords(outcome.error),
    value: value === undefined ? undefined : amountWords(value),
    receiver,
    deposit: deposit === undefined ? undefined : amountWords(deposit),
    memo: memo === undefined ? undefined : (memoText(memo) ?? `0x${memo}`),
    calls: call && `${nameOf(call.contract)}.${call.fn}`,
    arguments: call?.data === undefined ? undefined : (decoded ?? (call.data === "" ? t`none` : `0x${call.data}`)),
    deploys: deploys && (contract ?? t`a contract`),
    sender,
    nonce,
    gas: gasWords(outcome?.gas, gasLimit, gasPrice),
    fee: fee === undefined ? undefined : amountWords(fee),
  });
  const timeline = steps.map(({ at, text }) => `${timeOfDay(at)}  ${text}`);
  return [
    `# Transaction on ${visibleText(place)}\n${yaml}`,
    block("check", check),
    block("waits", reasons),
    block("timeline", timeline),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Lines of words as one text of YAML, which need no quotes there. */
function block(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${name}: |\n${lines.map((line) => `  ${visibleText(line)}\n`).join("")}`;
}

function gasWords(spent: bigint | undefined, limit: bigint | undefined, price: bigint | undefined): string | undefined {
  const parts = [
    spent !== undefined && t`${grouped(spent)} spent`,
    limit !== undefined && t`limit ${grouped(limit)}`,
    price !== undefined && t`price ${grouped(price)}`,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(", ");
}
