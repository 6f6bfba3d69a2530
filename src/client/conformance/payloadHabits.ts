import { hexToBytes } from "../../wire/hex";
import { transferContractId } from "../../wire/ids";
import { post, textOf } from "./exchange";
import { bytes, json, plain, silent, status, type Habit } from "./habit";

const octets = "application/octet-stream";
const balance = post(`contracts:${transferContractId}/contract_balance`);
const hexId = `0x${transferContractId}`;
const jsonId = JSON.stringify(transferContractId);
const hexUnits = /^[0-9a-f]{16}$/;

/** How requests and answers are encoded (§2.1), told by a call that takes 32 bytes and gives 8. */
export const payloadHabits: readonly Habit[] = [
  {
    section: "2.1",
    name: "bytes for a request of hex text",
    ask: { ...balance, body: hexId },
    document: plain("hex text", hexUnits),
  },
  {
    section: "2.1",
    name: "bytes for a request of bytes",
    ask: { ...balance, headers: { "Content-Type": octets }, body: hexToBytes(transferContractId) },
    document: plain("hex text, unless bytes are accepted", hexUnits),
    old: bytes("raw bytes, whatever is accepted", 8),
    means: "Chainscope sends bytes and accepts bytes, so it gets the same from both.",
  },
  {
    section: "2.1",
    name: "bytes for a request that accepts bytes",
    ask: { ...balance, headers: { Accept: octets }, body: hexId },
    document: bytes("raw bytes", 8),
  },
  {
    section: "2.1",
    name: "bytes for a request that accepts bytes among others",
    ask: { ...balance, headers: { Accept: `${octets}, */*;q=0.1` }, body: hexId },
    document: silent,
    old: plain("hex text: a list of types is not looked into", hexUnits),
    means: "Chainscope names one type only.",
  },
  {
    section: "2.1",
    name: "content type of raw bytes",
    ask: { ...balance, headers: { Accept: octets }, body: hexId },
    document: silent,
    old: { text: "none", fits: ({ status: code, headers }) => code === 200 && headers["content-type"] === undefined },
    means: "What Chainscope asked for decides, not what the answer says of itself.",
  },
  {
    section: "2.1",
    name: "JSON with a driver",
    ask: { ...balance, headers: { "Content-Type": "application/json" }, body: jsonId },
    document: json("JSON, encoded and decoded by the driver", /^"\d+"$/),
  },
  {
    section: "2.1",
    name: "JSON of which only the content type says so, with a parameter",
    ask: { ...balance, headers: { "Content-Type": "application/json; charset=utf-8" }, body: jsonId },
    document: {
      text: "not taken for JSON",
      fits: (response) => !/^"\d+"$/.test(textOf(response)),
    },
  },
  {
    section: "2.1",
    name: "text that is no UTF-8",
    ask: { ...balance, body: Uint8Array.of(0xff, 0xfe) },
    document: status("400", 400),
  },
];
