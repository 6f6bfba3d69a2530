import { t } from "../../../../base/translate";
import { counted } from "../../../../base/words";
import { knownContracts } from "../../../../contract/schema/knownContracts";
import { shortWords } from "../../../../wire/shortWords";
import type { ConnectionData } from "../connectionData";
import type { RowOf } from "./explorerNode";

/** What is said beside the title of a group: of what is loaded with its rows, what is loaded by now. */
export function groupWords({ group, text, connection }: RowOf<"group">, data: ConnectionData): string {
  const { peers, locations, peerCount, seenContracts } = data;
  switch (group) {
    case "peers":
      return peers.value ? t`${peers.value.length} of up to ${peerCount} asked for` : t`up to ${peerCount}`;
    case "locations":
      return locations.value ? counted(locations.value.length, "place") : t`slow, since the node asks a third party`;
    case "seen": {
      const named = new Set(knownContracts(connection.config.contracts).map(({ id }) => id));
      const others = [...seenContracts].filter((id) => !named.has(id)).length;
      return others ? t`${others} without a name` : "";
    }
    default:
      return shortWords(text);
  }
}
