import { t } from "../../../../base/translate";
import { counted } from "../../../../base/words";
import { tailPurpose } from "../../../../client/session/subscription";
import { contractName } from "../../../../contract/schema/knownContracts";
import { shortWords } from "../../../../wire/shortWords";
import { targetPath, type Target } from "../../../../wire/target";
import type { RowOf } from "./explorerNode";
import type { RowView } from "./rowView";
import { shortId } from "../../../../wire/ids";

/** A subscription: what of, by the names that people gave, how many events came, and who listens for what. */
export function subscriptionView({ subscription, connection }: RowOf<"subscription">): RowView {
  const { target, state, events, warning, purpose } = subscription;
  const isOwn = purpose !== tailPurpose;
  const at =
    state.kind === "failed" ? t`failed: ${state.error.message}` : state.kind === "wanted" ? "waiting" : undefined;
  const count = counted(events, "event");
  const whose = isOwn ? [t`of this window`, purpose].filter(Boolean).join(", ") : purpose;
  const description = shortWords([at, count, whose].filter(Boolean).join(" · "));
  const icon = { active: isOwn ? "eye" : "pulse", wanted: "clock", failed: "error", cancelled: "circle-slash" };
  return {
    label: targetWords(target, connection.config.contracts),
    description,
    icon: icon[state.kind],
    tooltip: [shortWords(targetPath(target)), description, warning && shortWords(warning)].filter(Boolean).join("\n"),
  };
}

/** What a target yields the events of, by the names that people know. */
function targetWords({ component, entity, topic }: Target, named: Parameters<typeof contractName>[1]): string {
  const contract = component === "contracts" && entity && contractName(entity, named);
  const from = contract || [component, entity && shortId(entity)].filter(Boolean).join(":");
  return shortWords(topic ? `${from}/${topic}` : t`${from}, all events`);
}
