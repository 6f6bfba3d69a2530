import { stakeContractId, transferContractId } from "../../wire/ids";
import { post } from "./exchange";
import { fields, json, plain, status, type Habit } from "./habit";

const noAccount = "fe".repeat(32);
const transfer = transferContractId;
const jsonType = { "Content-Type": "application/json" };

/** Contract calls, metadata and drivers, of contracts that every node has or that none has (§4.6–§4.8). */
export const contractHabits: readonly Habit[] = [
  {
    section: "4.6",
    name: "JSON that cannot be read",
    ask: post(`contracts:${transfer}/account`, { headers: jsonType, body: "{broken" }),
    document: status("422", 422),
    old: status("400", 400),
    means: "Both are told as invalid input.",
  },
  {
    section: "4.6",
    name: "unknown function, called with bytes",
    ask: post(`contracts:${transfer}/no_such`, { body: "0x00" }),
    document: status("404", 404),
    old: status("500 of the virtual machine", 500, /no_such/),
    means: "What the words say decides, not the status.",
  },
  {
    section: "4.6",
    name: "unknown function, called with JSON",
    ask: post(`contracts:${transfer}/no_such`, { headers: jsonType, body: "null" }),
    document: status("404", 404),
    old: status("400 in the driver's words", 400, /Unsupported/),
    means: "What the words say decides, not the status.",
  },
  {
    section: "4.6",
    name: "unknown contract, called with bytes",
    ask: post(`contracts:${noAccount}/anything`, { body: "0x00" }),
    document: status("404", 404),
    old: status("500 of the virtual machine", 500, /does not exist/),
    means: "What the words say decides, not the status.",
  },
  {
    section: "4.6",
    name: "unknown contract, called with JSON",
    ask: post(`contracts:${noAccount}/anything`, { headers: jsonType, body: "null" }),
    document: status("404", 404),
    old: status("500 in the words of an operating system", 500, /^IO error: /),
    means: "The answer does not tell an unknown contract from one without a driver; its metadata does.",
  },
  {
    section: "4.6",
    name: "contract id that is none",
    ask: post("contracts:zz/anything", { body: "0x00" }),
    document: status("400", 400),
  },
  {
    section: "2.9",
    name: "metadata of the transfer contract",
    ask: post(`contract:${transfer}/metadata`),
    document: fields("with the contract's owner as hex", (data) => "owner" in data && "contract_owner" in data),
    old: fields("without the contract's owner as hex", (data) => "owner" in data && !("contract_owner" in data)),
    means: "The owner is known in base58 only.",
  },
  {
    section: "4.7",
    name: "metadata of a contract that does not exist",
    ask: post(`contract:${noAccount}/metadata`),
    document: status("404", 404),
    old: fields("200 with an empty owner", ({ owner }) => owner === ""),
    means: "An empty owner is taken for no contract.",
  },
  {
    section: "4.7",
    name: "metadata of an id that is none",
    ask: post("contract:zz/metadata"),
    document: status("400", 400),
  },
  {
    section: "4.7",
    name: "unknown route of a contract",
    ask: post(`contract:${transfer}/nosuch`),
    document: status("404", 404),
    old: status("501, as for a route of another role", 501),
    means: "Both are told as not offered by this node.",
  },
  {
    section: "4.7",
    name: "download of a built-in driver",
    ask: post(`contract:${transfer}/download_driver`),
    document: status("404", 404),
  },
  {
    section: "4.8",
    name: "version of a built-in driver",
    ask: post(`driver:${transfer}/get_version`),
    document: { text: "a version", fits: ({ status: code, body }) => code === 200 && body.length > 0 },
  },
  {
    section: "4.8",
    name: "version of the stake contract's driver",
    ask: post(`driver:${stakeContractId}/get_version`),
    document: { text: "a version", fits: ({ status: code, body }) => code === 200 && body.length > 0 },
  },
  {
    section: "4.8",
    name: "unknown method of a driver",
    ask: post(`driver:${transfer}/nosuch`),
    document: status("404", 404),
  },
  {
    section: "4.8",
    name: "driver of a contract that has none",
    ask: post(`driver:${noAccount}/get_schema`),
    document: status("404", 404),
    old: status("500 in the words of an operating system", 500, /^IO error: /),
    means: "Told as a contract without a driver.",
  },
  {
    section: "4.8",
    name: "driver of an id that is none",
    ask: post("driver:zz/get_schema"),
    document: status("400", 400),
  },
  {
    section: "4.8",
    name: "input encoded by a driver",
    ask: post(`driver:${transfer}/encode_input_fn:contract_balance`, {
      headers: jsonType,
      body: JSON.stringify(transfer),
    }),
    document: plain("hex text", /^[0-9a-f]{64}$/),
  },
  {
    section: "4.8",
    name: "input decoded by a driver",
    ask: post(`driver:${transfer}/decode_input_fn:contract_balance`, { body: `0x${transfer}` }),
    document: json("JSON", /^"[0-9a-f]{64}"$/),
  },
];
