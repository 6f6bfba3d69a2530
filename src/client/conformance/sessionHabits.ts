import { transferContractId } from "../../wire/ids";
import { post, type Question } from "./exchange";
import { json, status, type Habit } from "./habit";

const noSession = "00".repeat(16);

function subscribing(path: string, method: "GET" | "DELETE" = "GET"): Question {
  return { method, path: `/on/${path}`, inSession: true };
}

const badPath = status("refused with 404", 404, /path/i);

/** Sessions and subscriptions (§4.12, §5, §6), each asked in a session that ends with the questions. */
export const sessionHabits: readonly Habit[] = [
  {
    section: "5",
    name: "subscribing without a session",
    ask: { method: "GET", path: "/on/node/info" },
    document: status("refused with 424", 424),
  },
  {
    section: "5",
    name: "a request with a session that the node does not know",
    ask: post("node/info", { named: { "Session-Id": noSession } }),
    document: status("refused with 424", 424),
    old: json("answered: the session of a POST is not looked at", /"version"/),
    means: "Whether a session still lives is told by its subscriptions alone.",
  },
  {
    section: "4.12",
    name: "subscribing to a topic",
    ask: subscribing("blocks/accepted"),
    document: status("taken", 200),
  },
  {
    section: "4.12",
    name: "subscribing a second time",
    after: subscribing("blocks/statechange"),
    ask: subscribing("blocks/statechange"),
    document: status("taken", 200),
  },
  {
    section: "4.12",
    name: "component and topic in capital letters",
    ask: subscribing("BLOCKS/Accepted"),
    document: status("taken", 200),
  },
  {
    section: "4.12",
    name: "subscribing to all topics of blocks",
    ask: subscribing("blocks"),
    document: status("taken", 200),
    old: badPath,
    means: "Each topic is subscribed to by its name.",
  },
  {
    section: "4.12",
    name: "subscribing to all events of a contract",
    ask: subscribing(`contracts:${transferContractId}`),
    document: status("taken", 200),
    old: badPath,
    means: "Each event is subscribed to by its name, as far as the names are known.",
  },
  {
    section: "4.12",
    name: "subscribing to deployments",
    ask: subscribing("contracts/deploy"),
    document: status("taken", 200),
    old: badPath,
    means: "No event tells of a deployment; its transaction does.",
  },
  {
    section: "4.12",
    name: "subscribing to transactions without a topic",
    ask: subscribing("transactions"),
    document: status("refused with 404", 404),
  },
  {
    section: "7",
    name: "subscribing to an unknown component",
    ask: subscribing("nosuch/x"),
    document: status("refused with 404", 404),
    old: status("taken, and nothing arrives", 200),
    means: "That a subscription is taken proves nothing.",
  },
  {
    section: "7",
    name: "subscribing to a contract that does not exist",
    ask: subscribing(`contracts:${"fe".repeat(32)}/x`),
    document: status("refused with 404", 404),
    old: status("taken, and nothing arrives", 200),
    means: "That a subscription is taken proves nothing: the contract's metadata does.",
  },
  {
    section: "7",
    name: "unsubscribing",
    after: subscribing("blocks/reverted"),
    ask: subscribing("blocks/reverted", "DELETE"),
    document: status("done", 200),
  },
  {
    section: "7",
    name: "unsubscribing from what was never subscribed to",
    ask: subscribing("transactions/deferred", "DELETE"),
    document: status("refused with 404", 404),
  },
];
