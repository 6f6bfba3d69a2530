import { post } from "./exchange";
import { fields, isMissing, json, silent, status, type Habit } from "./habit";

const unknownHash = "fe".repeat(32);

/** Node, network, blocks, transactions, blobs, statistics, prover (§4.2–§4.5, §4.9–§4.11). */
export const routeHabits: readonly Habit[] = [
  {
    section: "2.4",
    name: "node info",
    ask: post("node/info"),
    document: fields("what §2.4 names", (info) =>
      ["version", "version_build", "kadcast_address"].every((name) => typeof info[name] === "string"),
    ),
  },
  {
    section: "2.4",
    name: "chain id of the node info",
    ask: post("node/info"),
    document: fields("an integer", ({ chain_id: id }) => typeof id === "number" || typeof id === "bigint"),
    old: fields("null", ({ chain_id: id }) => id === null),
    means: "The transfer contract is asked for it.",
  },
  { section: "2.5", name: "provisioners", ask: post("node/provisioners"), document: json("a list", /^\s*\[/) },
  {
    section: "4.2",
    name: "Common Reference String",
    ask: post("node/crs", { headOnly: true }),
    document: {
      text: "given, with its hash in a header",
      fits: ({ status: code, headers }) => code === 200 && headers["crs-hash"] !== undefined,
    },
    old: status("500: this node has none", 500, /^IO error: /),
    means: "There is none to download from this node.",
  },
  { section: "4.3", name: "peers", ask: post("network/peers", { body: "5" }), document: json("a list", /^\s*\[/) },
  {
    section: "4.3",
    name: "peers, asked for a number that is none",
    ask: post("network/peers", { body: "abc" }),
    document: status("400", 400),
  },
  { section: "4.3", name: "places of peers", ask: post("network/peers_location"), document: json("a list", /^\s*\[/) },
  {
    section: "2.6",
    name: "gas price",
    ask: post("blocks/gas-price"),
    document: fields("average, max, median, min", (price) =>
      ["average", "max", "median", "min"].every((name) => ["number", "bigint"].includes(typeof price[name])),
    ),
  },
  {
    section: "4.4",
    name: "gas price over a number that is none",
    ask: post("blocks/gas-price", { body: "abc" }),
    document: silent,
    old: json("all transactions are looked at", /"median"/),
    means: "Chainscope sends whole numbers only.",
  },
  {
    section: "4.5",
    name: "preverify of bytes that are no transaction",
    ask: post("transactions/preverify", { body: "0xdeadbeef" }),
    document: status("400", 400),
  },
  {
    section: "4.5",
    name: "simulate of bytes that are no transaction",
    ask: post("transactions/simulate", { body: "0xdeadbeef" }),
    document: status("400", 400),
  },
  {
    section: "4.9",
    name: "blob of an unknown hash",
    ask: post(`blobs:${unknownHash}/hash`),
    document: status("404", 404),
  },
  { section: "4.9", name: "blob of a malformed hash", ask: post("blobs:zz/hash"), document: status("400", 400) },
  {
    section: "4.9",
    name: "blob of a malformed commitment",
    ask: post("blobs:00/commitment"),
    document: silent,
    old: status("404: any hex is hashed and looked up", 404),
    means: "Chainscope checks a commitment before it is sent.",
  },
  {
    section: "4.10",
    name: "number of accounts",
    ask: post("stats/account_count"),
    role: "archive",
    document: json("a count", /\d/),
  },
  {
    section: "4.10",
    name: "number of transactions",
    ask: post("stats/tx_count"),
    role: "archive",
    document: json("counts", /\d/),
  },
  {
    section: "4.11",
    name: "proof of nothing",
    ask: post("prover/prove"),
    role: "prover",
    document: { text: "refused by the prover", fits: (response) => response.status >= 400 && !isMissing(response) },
  },
  {
    section: "7",
    name: "unknown component",
    ask: post("nosuch/topic"),
    document: status("404", 404),
    old: status("501, as for a route of another role", 501),
    means: "Both are told as not offered by this node.",
  },
  {
    section: "7",
    name: "component and topic in capital letters",
    ask: post("NODE/INFO"),
    document: json("taken as in small ones", /"version"/),
  },
];
