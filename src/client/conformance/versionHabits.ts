import { transferContractId } from "../../wire/ids";
import { post, type Question } from "./exchange";
import { json, silent, status, type Habit, type Manner } from "./habit";

const info = post("node/info");

function header(text: string, name: string, has: boolean): Manner {
  return { text, fits: ({ status: code, headers }) => code === 200 && (headers[name] !== undefined) === has };
}

/** The habit of a deprecated route (§9.6). */
function deprecated(name: string, ask: Question): Habit {
  return {
    section: "9",
    name: `deprecated route: ${name}`,
    ask,
    document: header("answers, and says that it is deprecated", "deprecation", true),
    old: header("answers, and says nothing of being deprecated", "deprecation", false),
    means: "The route is in use there.",
  };
}

/** Versions and what is deprecated (§9), and what all answers have in common. */
export const versionHabits: readonly Habit[] = [
  {
    section: "9",
    name: "version header",
    ask: info,
    document: { text: "on every answer", fits: ({ version }) => version !== undefined },
  },
  {
    section: "9",
    name: "a version that is not the node's",
    ask: { ...info, named: { Version: "^99.0.0" } },
    document: status("refused with 400", 400, /version/i),
  },
  {
    section: "9",
    name: "a requirement that cannot be read",
    ask: { ...info, named: { Version: "not a version" } },
    document: status("refused with 400", 400),
  },
  {
    section: "9",
    name: "a strict comparison without a version",
    ask: { ...info, named: { "Version-Strict": "true" } },
    document: status("refused with 400", 400),
  },
  {
    section: "9",
    name: "headers that begin with x-",
    ask: { ...info, headers: { "x-foo": "bar" } },
    document: header("come back", "x-foo", true),
  },
  deprecated("balance of a contract", post(`contract:${transferContractId}/status`)),
  deprecated("owner of a contract", post(`contract_owner:${transferContractId}/owner`)),
  deprecated("GraphQL", post("graphql/query", { body: "{ __typename }" })),
  {
    section: "9",
    name: "versions on the GraphQL route",
    ask: {
      ...{ method: "POST", path: "/graphql", named: { "Version-Strict": "1" } },
      headers: { "Content-Type": "application/json" },
      body: '{"query":"{__typename}"}',
    },
    document: silent,
    old: json("not compared", /"Query"/),
    means: "A required version is compared by the first request to another route.",
  },
];
