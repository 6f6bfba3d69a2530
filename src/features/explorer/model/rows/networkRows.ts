import { t } from "../../../../base/translate";
import type { ConnectionData } from "../connectionData";
import type { ExplorerNode, Group } from "./explorerNode";
import { oddRow } from "./fieldRows";
import { listRows } from "./partRows";
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
  return listRows(data, "peers", data.peers, t`The node knows no peers.`, (address, index) => {
    const at = `peers/${index}`;
    if (typeof address === "string") return { kind: "peer", connection, at, address };
    return oddRow(connection, at, address, "not an address");
  });
}

export async function locationRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection, locations, peers } = data;
  await locations.ready();
  // Without a peer there is no one whose place could be unknown.
  if (locations.value?.length === 0) await peers.ready();
  const none = peers.value?.length === 0 ? t`The node knows no peers.` : t`No peer could be placed.`;
  return listRows(data, "locations", locations, none, (place, index) => {
    const { city, country_name, country } = fieldsOf(place);
    const name = [city, country_name ?? country].flatMap((each) => (typeof each === "string" && each) || []).join(", ");
    const at = `locations/${index}`;
    return { kind: "field", connection, at, name: name || t`unknown place`, value: place, icon: "globe" };
  });
}
