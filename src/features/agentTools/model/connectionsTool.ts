import type { Connection } from "../../../client/connection";
import { statusWords } from "../../../client/connectionStatus";
import { shownAddress } from "../../../client/failures/shownAddress";
import { splitCredentials } from "../../../client/http/credentials";
import { knownContracts } from "../../../contract/schema/knownContracts";
import { shortWords } from "../../../wire/shortWords";
import type { ToolNeeds } from "./tool";
import type { ToolResult } from "./toolResult";

/** The connections of the window, each on one line with its contracts below; nothing is asked of any node. */
export function listConnections({ connections }: ToolNeeds): ToolResult {
  const { all, active } = connections;
  return {
    said: ["The connections of this window. Contracts are given to the other tools by their names or ids."],
    data: all.flatMap((connection) => [linesOf(connection, connection === active)]),
    thing: "connection",
  };
}

function linesOf(connection: Connection, isActive: boolean): string {
  const { name, config, status } = connection;
  const facts = [
    isActive && "active",
    config.role ?? "development",
    addressOf(config.url),
    shortWords(statusWords(status)),
  ];
  const contracts = knownContracts(config.contracts).map((each) => `  contract ${shortWords(each.name)}: ${each.id}`);
  return [`${shortWords(name)}: ${facts.filter(Boolean).join(", ")}`, ...contracts].join("\n");
}

/** Scheme, host and port: a path may hold a key. */
function addressOf(url: string): string {
  const { address } = splitCredentials(url);
  return URL.canParse(address) ? shownAddress(address) : "an address that cannot be used";
}
