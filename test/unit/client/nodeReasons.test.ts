import assert from "node:assert/strict";
import { responseError } from "../../../src/client/failures/responseError";
import { reasonLayers } from "../../../src/client/failures/responseReason";
import { exchangesOf } from "../../support/recordings";

const notThese = "The driver cannot read these bytes: they are of another type, or cut.";
const notThisArgument = "The contract cannot read its argument: the bytes are of another type, or cut.";
const noJson = "The driver got no JSON to read.";
const streams = "This function gives its outputs as a stream (Missing feed).";
const noId = "This is no contract id (Invalid contract bytes).";
const noPath = "The path names no function or topic (Invalid URL path).";
const noDriver = "The node has no driver for this contract, or does not know the contract.";
const unread = (why: string) => `The driver cannot read the input: ${why}.`;

/** Each failure of the recordings by its name, in their order, and the sentence that a person reads. */
const sentences: Record<string, [name: string, sentence: string][]> = {
  "data-drivers": [
    ["T nosuch", "Drivers have no method nosuch on this node."],
    ["S nosuch", "Drivers have no method nosuch on this node."],
    ["UNK get_schema", noDriver],
    ["bad get_schema", "This is no contract id (Invalid contractId)."],
    ["T encode chain_id", noJson],
    ["T encode existing_nullifiers", unread("invalid type: null, expected a sequence at line 1 column 4")],
    ["T encode leaves_from_height", unread("invalid type: null, expected u64 at line 1 column 4")],
    ["T encode deposit", unread("invalid type: null, expected u64 at line 1 column 4")],
    ["S encode get_stake", unread("invalid type: null, expected a string at line 1 column 4")],
    ["S encode get_stake_keys", unread("invalid type: null, expected a string at line 1 column 4")],
    ["S encode stake", unread("invalid type: null, expected struct Stake at line 1 column 4")],
    ["S call json stakes", streams],
    ["S call json stakes", streams],
    ["T call json root", unread("invalid type: integer `0`, expected unit at line 1 column 1")],
    ["T call json num_notes", unread("invalid type: integer `0`, expected unit at line 1 column 1")],
    ["T call json chain_id", unread("invalid type: integer `0`, expected unit at line 1 column 1")],
    ["T decode_event nosuch", "The driver has no event nosuch."],
    ["T decode_event moonlight short", notThese],
    ["T decode_input short", notThese],
    ["T decode_output nosuch", "The driver has no function nosuch."],
    ["T decode_output account short", notThese],
    ["T decode_input badhex", notThese],
    ["encode no fn", "No function is named."],
    ["encode empty fn", "No function is named."],
    ["encode nosuch", "The driver has no function nosuch."],
    ["encode bad json", unread("invalid type: map, expected a string at line 1 column 0")],
    ["S decode_event reward", notThese],
  ],
  "contract-calls": [
    ["call unknown contract raw", "No contract with this id on Real."],
    ["call unknown contract json", noDriver],
    ["call malformed id", noId],
    ["call malformed id json", noId],
    ["call short id", noId],
    ["call unknown fn raw", "The contract has no function no_such."],
    ["call unknown fn json", "The driver has no function no_such."],
    ["call no method", noPath],
    ["call no method /", noPath],
    ["call no id", noPath],
    ["call chain_id json empty", noJson],
    ["call account bad json", unread("invalid type: map, expected a string at line 1 column 0")],
    ["call account wrong type", unread("invalid type: integer `5`, expected a string at line 1 column 1")],
    ["call account wrong key", unread("invalid length 3, expected 96")],
    ["call account empty", noJson],
    ["call account raw short", notThisArgument],
    ["call account bad hex", notThisArgument],
    ["call account odd hex", notThisArgument],
    ["call account text", notThisArgument],
    ["call contract_balance 0x", unread("Invalid string length at line 1 column 68")],
    ["call contract_balance short", unread("Invalid string length at line 1 column 4")],
    ["call no driver json", noDriver],
  ],
};

describe("the sentence for each failure that a node of version 1.4.5 answered", () => {
  for (const [file, expected] of Object.entries(sentences)) {
    it(`${file}: ${expected.length} failures, the innermost reason first, the whole in the details`, () => {
      const said = exchangesOf(file).flatMap(({ name, request: { method, path }, response }) => {
        if ("error" in response || response.status < 300) return [];
        const { status, body = "" } = response;
        const route = `${method} ${path}`;
        const error = responseError({
          status,
          headers: {},
          response: body,
          route,
          address: "http://h",
          connection: "Real",
        });
        assert.equal(error.response, body);
        return [[name, error.message]];
      });
      assert.deepEqual(said, expected);
    });
  }
});

describe("the layers of a node's reason", () => {
  const rows: [words: string, layers: string[]][] = [
    ['Invalid input: Invalid JSON: Json("InvalidData")', ["Invalid input", "Invalid JSON", "Json", "InvalidData"]],
    [
      String.raw`Invalid input: Invalid JSON: FfiError("FFI returned 2: Unsupported(\"fn_name frobnicate\")")`,
      ["Invalid input", "Invalid JSON", "FfiError", "FFI", "Unsupported", "fn_name frobnicate"],
    ],
    ["VM error: VM Error: Panic: out of gas", ["VM error", "VM Error", "Panic: out of gas"]],
    ["Data driver error: encode_input_fn failed with: 7", ["Data driver error", "encode_input_fn", "7"]],
    ["nothing known: at all", ["nothing known: at all"]],
    ['Json("cut in the mid…', ["Json", "cut in the mid…"]],
    ["Prover error: ", ["Prover error:"]],
    ["", [""]],
  ];
  for (const [text, layers] of rows) {
    it(`of ${text || "nothing"}`, () => assert.deepEqual(reasonLayers(text), layers));
  }

  it("ends at some depth, however deep it goes", () => {
    const layers = reasonLayers("VM error: ".repeat(2000));
    assert.ok(layers.length < 12, String(layers.length));
  });

  it("names the function in a driver's error that is wrapped twice", () => {
    const response = String.raw`Invalid input: Invalid JSON: FfiError("FFI returned 2: Unsupported(\"fn_name frobnicate\")")`;
    const { message, reason } = responseError({
      status: 400,
      headers: {},
      response,
      route: "POST /on/contracts:aa/frobnicate",
      address: "http://h",
    });
    assert.equal(message, "The driver has no function frobnicate.");
    assert.equal(reason, "not-found");
  });

  it("says that a node lacks a file without saying it of a contract", () => {
    const response = "IO error: No such file or directory (os error 2)";
    const of = (route: string) => responseError({ status: 500, headers: {}, response, route, address: "http://h" });
    const { message, reason } = of("POST /on/node/info");
    assert.equal(message, "The node lacks a file that it needs for this (No such file or directory (os error 2)).");
    assert.equal(reason, "node-fault");
    const crs = of("POST /on/node/crs");
    assert.equal(crs.message, "The node has no Common Reference String: its file is missing there.");
    assert.equal(crs.response, response);
  });
});

describe("refusals of a subscription whose text is no JSON", () => {
  it("are told as what this node does not offer, without braces", () => {
    const refused = exchangesOf("subscriptions").flatMap(({ request: { method, path }, response }) => {
      if (method !== "GET" || "error" in response || response.status !== 404) return [];
      const text = response.body ?? "";
      return responseError({
        status: 404,
        headers: {},
        response: text,
        route: `${method} ${path}`,
        address: "http://h",
      });
    });
    assert.ok(refused.length > 3, String(refused.length));
    for (const { message, reason, response } of refused) {
      assert.equal(message, "This node's version does not offer this target.");
      assert.equal(reason, "not-found");
      assert.match(response ?? "", /Invalid URL path/);
    }
  });
});
