import { stakeContractId } from "../../wire/ids";
import { post, textOf, type Question } from "./exchange";
import { json, silent, status, type Habit, type Manner } from "./habit";

function query(text: string): Question {
  const body = JSON.stringify({ query: text });
  return { method: "POST", path: "/graphql", headers: { "Content-Type": "application/json" }, body };
}

const error = json("an error beside the data", /"errors":\s*\[/);

/** The heights of `blocks(last: 2)`. */
const newestFirst: Manner = {
  text: "newest first",
  fits: (response) => {
    const [one, other] = [...textOf(response).matchAll(/"height":(\d+)/g)].map(([, digits]) => Number(digits));
    return response.status === 200 && one !== undefined && other !== undefined && one > other;
  },
};

/** The type of the height in the schema's `block(height: …)`. */
function heightOf(type: string): Manner {
  return {
    text: type,
    fits: (response) => {
      const text = textOf(response);
      const start = text.search(/\bblock\(/);
      return text.slice(start, text.indexOf(")", start)).includes(`height: ${type}`);
    },
  };
}

/** GraphQL (§2.10, §4.1). */
export const graphqlHabits: readonly Habit[] = [
  {
    section: "2.10",
    name: "transactions of the mempool",
    ask: query("{ mempoolTxs { id txType gasPrice gasLimit } }"),
    document: json("a list", /"mempoolTxs":\s*\[/),
  },
  {
    section: "2.10",
    name: "state of a block",
    ask: query(
      "{ block(height: 0) { header { height hash timestamp generatorBlsPubkey } transactions { id } status } }",
    ),
    document: silent,
    old: json("an object of a word and a number", /"status":\s*\{\s*"(?:Final|Attested)"/),
    means: "The state is the object's key, in words of its own.",
  },
  {
    section: "2.10",
    name: "order of the latest blocks",
    ask: query("{ blocks(last: 2) { header { height } } }"),
    document: silent,
    old: newestFirst,
    means: "The latest stand at the beginning of what comes.",
  },
  {
    section: "2.10",
    name: "more blocks than one request gives",
    ask: query("{ blocks(last: 201) { header { height } } }"),
    document: error,
  },
  {
    section: "2.10",
    name: "archive queries",
    ask: query(`{ finalizedEvents(contractId: "${stakeContractId}", limit: 1) { json } }`),
    document: json("answered, or not known where there is no archive", /finalizedEvents/),
  },
  { section: "4.1", name: "unknown field", ask: query("{ nosuch }"), document: error },
  {
    section: "4.1",
    name: "one field of two in error",
    ask: query('{ ok: block(height: -1) { header { height } } bad: tx(hash: "zz") { id } }'),
    document: silent,
    old: json("nothing is given", /"data":\s*null/),
    means: "A result that says nothing may be due to one field.",
  },
  {
    section: "4.1",
    name: "body that is no JSON",
    ask: { method: "POST", path: "/graphql", headers: { "Content-Type": "application/json" }, body: "{" },
    document: status("400", 400),
  },
  {
    section: "4.1",
    name: "several requests in one",
    ask: {
      ...{ method: "POST", path: "/graphql", headers: { "Content-Type": "application/json" } },
      body: '[{"query":"{__typename}"},{"query":"{nosuch}"}]',
    },
    document: json("as many results", /^\s*\[/),
  },
  {
    section: "4.1",
    name: "request by GET",
    ask: { method: "GET", path: "/graphql?query=%7B__typename%7D" },
    document: json("answered", /"Query"/),
  },
  {
    section: "4.1",
    name: "request without a content type",
    ask: { method: "POST", path: "/graphql", body: '{"query":"{__typename}"}' },
    document: silent,
    old: json("answered", /"Query"/),
    means: "Chainscope names the content type.",
  },
  {
    section: "4.1",
    name: "legacy route",
    ask: post("graphql/query", { body: "{ __typename }" }),
    document: json("the bare data", /^\{\s*"__typename"/),
  },
  {
    section: "4.1",
    name: "error of the legacy route",
    ask: post("graphql/query", { body: "{ nosuch }" }),
    document: status("500 with the list of errors", 500, /^\s*\[/),
  },
  {
    section: "4.1",
    name: "type of a height in the schema",
    ask: post("graphql/query"),
    document: heightOf("Int"),
    old: heightOf("Float"),
    means: "A variable of either type is taken by the node; the editor's checks allow both.",
  },
];
