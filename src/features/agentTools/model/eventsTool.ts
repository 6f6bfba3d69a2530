import { momentText } from "../../../base/moment";
import type { Connection } from "../../../client/connection";
import { failureLine } from "../../../client/failures/failureWords";
import type { ReceivedEvent } from "../../../client/session/recentEvents";
import { contractName } from "../../../contract/schema/knownContracts";
import { bytesToHex } from "../../../wire/hex";
import { jsonLine } from "../../../wire/json/jsonDocument";
import { limits } from "../../../wire/limits";
import { cutText } from "../../../wire/shortWords";
import type { ToolNeeds } from "./tool";
import { placeOf, type ToolResult } from "./toolResult";
import type { ToolInput } from "./toolInput";

/**
 * The newest events that the window remembers of a connection, the newest first, each on one line. Nothing is subscribed
 * to; what no one has decoded yet is given to the contract's driver.
 */
export async function recentEvents(
  input: ToolInput,
  { connections, recent }: ToolNeeds,
  signal: AbortSignal,
): Promise<ToolResult> {
  const connection = input.connection(connections);
  const contract = input.text("contract") === undefined ? undefined : input.contract(connection);
  const topic = input.text("topic");
  const most = input.count("limit", limits.agents.events);
  const own = recent.all((_, arrival) => arrival.connectionId === connection.id);
  const wanted = own.filter(
    ({ frame: { target } }) =>
      (contract === undefined || (target.component === "contracts" && target.entity === contract)) &&
      (topic === undefined || target.topic === topic),
  );
  const shown = wanted.slice(-most).reverse();
  const lines: string[] = [];
  for (const event of shown) {
    signal.throwIfAborted();
    lines.push(await lineOf(connection, event, signal));
  }
  const none = own.length === 0 ? " None are remembered: a person has to tail events first." : "";
  const counts = `${shown.length} of ${wanted.length} events that are meant and remembered, the newest first.`;
  return { said: [`${counts}${none}`], title: placeOf(connection), data: lines, thing: "event" };
}

async function lineOf(connection: Connection, event: ReceivedEvent, signal: AbortSignal): Promise<string> {
  const { component, entity, topic } = event.frame.target;
  const isContract = component === "contracts" && entity !== undefined;
  const of = isContract ? contractName(entity, connection.config.contracts) : component;
  const what = [of, ...(isContract ? [] : [entity]), topic].filter((each) => each !== undefined).join(" ");
  return `${momentText(event.at)} ${what}: ${await dataOf(connection, event, signal)}`;
}

async function dataOf(connection: Connection, { frame, decoded }: ReceivedEvent, signal: AbortSignal): Promise<string> {
  if (decoded && "text" in decoded) return decoded.text;
  const { data, target } = frame;
  const { component, entity, topic } = target;
  if (component !== "contracts") return jsonLine(new TextDecoder().decode(data));
  if (entity !== undefined && topic !== undefined && data.length <= limits.agents.decodedBytes)
    try {
      const { drivers } = await connection.node();
      return jsonLine((await drivers.decodeEvent(entity, topic, data)).text);
    } catch (error) {
      signal.throwIfAborted();
      return `not decoded (${failureLine(error)}), bytes ${hexOf(data)}`;
    }
  return `bytes ${hexOf(data)}`;
}

function hexOf(data: Uint8Array): string {
  return cutText(bytesToHex(data), limits.wordsCharacters);
}
