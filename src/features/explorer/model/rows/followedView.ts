import { t } from "../../../../base/translate";
import { standingWords } from "../../../../client/transactions/lifeText";
import type { Standing } from "../../../../client/transactions/transactionLife";
import { unitsToCoins } from "../../../../wire/coins";
import { shortId } from "../../../../wire/ids";
import { shortWords } from "../../../../wire/shortWords";
import type { RowOf } from "./explorerNode";
import type { RowView } from "./rowView";

/** A followed transaction: how it stands, in the words of its document, and what it moves or calls. */
export function followedView({ life, connection }: RowOf<"followed">): RowView {
  const { id, key, facts, standing, outcome, objections, steps, contract } = life;
  const { call, value, deploys } = facts;
  const what = deploys
    ? t`contract ${contract ? shortId(contract) : ""}`.trim()
    : call
      ? `${connection.nameOf(call.contract)}.${call.fn}`
      : value === undefined
        ? ""
        : t`${unitsToCoins(value)} coins`;
  const text = standingWords(life);
  const failed = outcome?.error !== undefined || (standing === "checked" && objections.length > 0);
  const icon = failed ? "error" : icons[standing];
  return {
    label: id === undefined ? t`bytes ${shortId(key)}` : shortId(id),
    description: shortWords([text, what].filter(Boolean).join(" · ")),
    tooltip: [
      shortWords(id ?? t`its id is not known yet`),
      text,
      contract && t`contract ${contract}`,
      ...steps.slice(-5).map((step) => shortWords(step.text)),
    ]
      .filter(Boolean)
      .join("\n"),
    icon,
    ...(colours[icon] && { iconColour: colours[icon] }),
    press: { command: "chainscope.openFollowed", title: t`Open Transaction` },
  };
}

const icons: Readonly<Record<Standing, string>> = {
  checked: "search",
  sending: "send",
  doubtful: "question",
  refused: "error",
  sent: "send",
  deferred: "watch",
  waiting: "clock",
  executed: "circle-outline",
  accepted: "circle-outline",
  confirmed: "check",
  final: "check-all",
  replaced: "arrow-swap",
  removed: "trash",
  dropped: "trash",
  vanished: "warning",
};

const colours: Readonly<Record<string, string>> = {
  error: "list.errorForeground",
  warning: "list.warningForeground",
  question: "list.warningForeground",
};
