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
  checked: "checked, not sent",
  sending: "being sent",
  doubtful: "not known whether it arrived",
  refused: "not taken",
  sent: "sent",
  deferred: "held back until the nonces before it come",
  waiting: "in the mempool",
  executed: "executed",
  accepted: "executed, its block is accepted",
  confirmed: "executed, its block is confirmed",
  final: "final",
  replaced: "replaced",
  removed: "thrown out",
  dropped: "dropped",
  vanished: "vanished",
};

/** Where it stands, in a few words: the same in its row, in its document and in messages. */
export function standingWords({ standing, outcome, objections, waited, isInBlock }: TransactionLife): string {
  const text =
    outcome?.error === undefined ? standingText[standing] : standingText[standing].replace("executed", "failed");
  if (standing === "checked" && objections.length > 0) return `would fail: ${objections[0]}`;
  if (outcome && isInBlock) {
    const failed = standing === "final" && outcome.error !== undefined ? "failed and " : "";
    return `${failed}${text} · #${outcome.height}`;
  }
  return waited > 0 && (standing === "waiting" || standing === "sent")
    ? `${text} for ${counted(waited, "block")}`
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
    transaction: id ?? "its id is not known yet",
    state: standingWords(life),
    error: outcome?.error === undefined ? undefined : reasonWords(outcome.error),
    value: value === undefined ? undefined : amountWords(value),
    receiver,
    deposit: deposit === undefined ? undefined : amountWords(deposit),
    memo: memo === undefined ? undefined : (memoText(memo) ?? `0x${memo}`),
    calls: call && `${nameOf(call.contract)}.${call.fn}`,
    arguments: call?.data === undefined ? undefined : (decoded ?? (call.data === "" ? "none" : `0x${call.data}`)),
    deploys: deploys && (contract ?? "a contract"),
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
  const text = [
    spent !== undefined && `${grouped(spent)} spent`,
    limit !== undefined && `limit ${grouped(limit)}`,
    price !== undefined && `price ${grouped(price)}`,
  ].filter(Boolean);
  return text.length === 0 ? undefined : text.join(", ");
}
