import { t } from "../../../../base/translate";
import type { ConnectionData } from "../connectionData";
import type { ExplorerNode, Group } from "./explorerNode";
import { oddRow } from "./fieldRows";
import { note, partRows } from "./partRows";
import { fieldsOf } from "../../../../wire/json/fields";

/** Peers and where they are, each asked for only when it is opened: the places take long. */
export function networkRows(data: ConnectionData): ExplorerNode[] {
  const { connection } = data;
  const group = (name: Group, title: string): ExplorerNode => {
    return { kind: "group", connection, group: name, at: `network/${name}`, title, text: "" };
  };
  return [group("peers", t`Peers`), group("locations", t`Locations`)];
}

export function peerRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection } = data;
  return partRows({ connection, at: "peers" }, data.peers, (peers) =>
    peers.length === 0
      ? [note(connection, "peers", t`The node knows no peers.`)]
      : peers.map((address, index): ExplorerNode => {
          const at = `peers/${index}`;
          if (typeof address === "string") return { kind: "peer", connection, at, address };
          return oddRow(connection, at, address, "not an address");
        }),
  );
}

export async function locationRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection, locations, peers } = data;
  await locations.ready();
  // Without a peer there is no one whose place could be unknown.
  if (locations.value?.length === 0) await peers.ready();
  return partRows({ connection, at: "locations" }, locations, (places) => {
    const none = peers.value?.length === 0 ? t`The node knows no peers.` : t`No peer could be placed.`;
    if (places.length === 0) return [note(connection, "locations", none)];
    return places.map((place, index): ExplorerNode => {
      const { city, country_name, country } = fieldsOf(place);
      const name = [city, country_name ?? country]
        .filter((each): each is string => typeof each === "string" && each !== "")
        .join(", ");
      return {
        kind: "field",
        connection,
        at: `locations/${index}`,
        name: name || t`unknown place`,
        value: place,
        icon: "globe",
      };
    });
  });
}
