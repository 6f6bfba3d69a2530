import assert from "node:assert/strict";
import { type ResultValue, resultValues } from "../../../src/graphql/run/resultValues";
import { jsonDocument } from "../../../src/wire/json/jsonDocument";

const id = "02".padEnd(64, "0");

describe("the values of a result that can be opened", () => {
  const found = (value: unknown) => {
    const text = jsonDocument(JSON.stringify(value));
    return resultValues(text).map((each) => {
      const { start, end, path, ...rest } = each;
      return {
        at: path.join("."),
        told: text.slice(start, end),
        ...(rest as Omit<ResultValue, "start" | "end" | "path">),
      };
    });
  };

  it("are the JSON of blocks and transactions, wherever they stand", () => {
    const json = '{"height":5}';
    const values = found({
      data: { block: { header: { json } }, txs: [{ json: "[1]" }, { tx: { json, raw: "aa" } }] },
    });
    assert.deepEqual(
      values.map(({ at, kind }) => [at, kind]),
      [
        ["block.header.json", "json"],
        ["txs.0.json", "json"],
        ["txs.1.tx.json", "json"],
      ],
    );
    assert.equal(values[0]?.told, JSON.stringify(json));
  });

  it("are the bytes of events beside the names of contract and event, by either name", () => {
    const events = [
      { data: "00ff", origin: "aa", source: id, topic: "reward" },
      { target: id, topic: "moonlight", data: "0x01" },
    ];
    assert.deepEqual(found({ data: { contractEvents: { json: events } } }), [
      { at: "contractEvents.json.0.data", told: '"00ff"', kind: "event", contract: id, name: "reward", hex: "00ff" },
      { at: "contractEvents.json.1.data", told: '"0x01"', kind: "event", contract: id, name: "moonlight", hex: "0x01" },
    ]);
  });

  it("are the bytes of a call beside the names of contract and function", () => {
    const callData = { fnName: "stake", data: "0102", contractId: id };
    assert.deepEqual(found({ data: { tx: { callData } } }), [
      { at: "tx.callData.data", told: '"0102"', kind: "input", contract: id, name: "stake", hex: "0102" },
    ]);
  });

  it("are no bytes without the names, and no names without bytes", () => {
    const nothing = [
      { data: "00ff", topic: "reward" },
      { data: "00ff", source: id },
      { data: "", source: id, topic: "reward" },
      { data: "0", source: id, topic: "reward" },
      { data: "no hex", source: id, topic: "reward" },
      { data: { amount: "1" }, target: id, topic: "moonlight" },
      { source: id, topic: "reward", inner: { data: "00" } },
      { callData: null },
    ];
    assert.deepEqual(found({ data: { nothing } }), []);
  });

  it("are none in what is no JSON", () => {
    for (const text of ["", "{", '{"a":"[1]', "]]]", '"[1]"', "[1,,2]"]) assert.deepEqual(resultValues(text), []);
  });
});
