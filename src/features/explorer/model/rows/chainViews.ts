import { t } from "../../../../base/translate";
import { counted } from "../../../../base/words";
import { contractName } from "../../../../contract/schema/knownContracts";
import { oddWords } from "../../../../wire/json/fields";
import { memoText } from "../../../../wire/memoText";
import { shortWords } from "../../../../wire/shortWords";
import type { RowOf } from "./explorerNode";
import type { RowView } from "./rowView";
import { shortId } from "../../../../wire/ids";
import { blockDate, blockTime } from "./timeText";

const openDetails = { command: "chainscope.openDetails", title: t`Open Details` } as const;

/** A block: its height, when it was made, how many transactions, and how settled it is, in words and by its icon. */
export function blockView({ block }: RowOf<"block">): RowView {
  const { height, hash, timestamp, state, transactions, odd } = block;
  const time = timestamp !== undefined && blockTime(timestamp, Date.now());
  const shown = [time, transactions !== undefined && t`${transactions} tx`, state && shortWords(state)];
  const count = transactions !== undefined && counted(transactions, "transaction");
  const details = [
    timestamp !== undefined && blockDate(timestamp),
    count,
    state && shortWords(state),
    ...odd.map(oddWords),
  ];
  return {
    label: `#${height}`,
    description: [...shown, ...odd.map(oddWords)].filter(Boolean).join(" · "),
    tooltip: [t`Block ${height}`, hash !== undefined && shortWords(hash), ...details].filter(Boolean).join("\n"),
    icon: odd.length > 0 ? "warning" : iconOf(state),
    opens: "closed",
  };
}

/** A transaction: what it calls or is, what it cost or offers, and why it failed. */
export function transactionView({ transaction, connection }: RowOf<"transaction">): RowView {
  const { hash, type, call, gasPrice, gasSpent, error, isDeploy, deployed, memo, odd } = transaction;
  const nameOf = (id: string) => contractName(id, connection.config.contracts);
  const deployment = deployed === undefined ? t`deployment` : t`deployment of ${nameOf(deployed)}`;
  const what = call ? `${nameOf(call.contractId)}.${call.fn}` : isDeploy ? deployment : type?.toLowerCase();
  const gas = gasSpent === undefined ? gasPrice !== undefined && t`gas price ${gasPrice}` : t`gas ${gasSpent}`;
  const failure = error && t`failed: ${error}`;
  const shown = [what, gas, failure, ...odd.map(oddWords)].filter(Boolean).map((text) => shortWords(text as string));
  return {
    label: shortId(hash),
    description: shown.join(" · "),
    // Made when it is wanted, since the node may be asked for more then.
    tooltip: () =>
      [
        t`Transaction ${shortWords(hash)}`,
        type && type.toLowerCase() !== what && shortWords(type),
        ...shown,
        memo && t`memo: ${shortWords(memoText(memo) ?? `0x${memo}`)}`,
      ]
        .filter(Boolean)
        .join("\n"),
    icon: error ? "error" : odd.length > 0 ? "warning" : gasSpent === undefined ? "clock" : "arrow-swap",
    press: openDetails,
  };
}

function iconOf(state = ""): string {
  return Object.hasOwn(stateIcons, state) ? stateIcons[state]! : "circle-outline";
}

const stateIcons: Readonly<Record<string, string>> = {
  accepted: "circle-outline",
  confirmed: "check",
  finalized: "check-all",
};
