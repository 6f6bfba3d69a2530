import assert from "node:assert/strict";
import { emptyPage, type InputState, readSavedPage, withInput } from "../../../src/webview/pageState";

const input: InputState = { mode: "form", spellings: {}, json: "1", hex: "", sendAs: "json", stream: false };

describe("what the page keeps while it is away", () => {
  it("is plain data, the same after it was stored", () => {
    const page = withInput(emptyPage("p1", "Local"), { contractId: "ab", fn: "f" }, input);
    assert.deepEqual(readSavedPage(JSON.parse(JSON.stringify(page))), page);
  });

  it("holds the inputs of the functions touched last", () => {
    let page = emptyPage("p1", "Local");
    for (let at = 0; at < 40; at++) page = withInput(page, { contractId: "ab", fn: `f${at}` }, input);
    page = withInput(page, { contractId: "ab", fn: "f12" }, { ...input, json: "2" });
    const keys = Object.keys(page.inputs);
    assert.equal(keys.length, 30);
    assert.equal(keys.at(-1), "ab/f12");
    assert.equal(page.inputs["ab/f12"]?.json, "2");
    assert.equal(page.inputs["ab/f0"], undefined);
  });

  it("gives up old inputs, never the present one, when they get too long", () => {
    const long = { ...input, json: "x".repeat(200_000) };
    let page = emptyPage("p1", "Local");
    for (const fn of ["a", "b", "c", "d"]) page = withInput(page, { contractId: "ab", fn }, long);
    assert.deepEqual(Object.keys(page.inputs), ["ab/c", "ab/d"]);
    page = withInput(page, { contractId: "ab", fn: "huge" }, { ...input, json: "x".repeat(2_000_000) });
    assert.deepEqual(Object.keys(page.inputs), ["ab/huge"]);
  });

  for (const saved of [
    undefined,
    null,
    5,
    "page",
    {},
    { ...emptyPage("p", "c"), version: 2 },
    { version: 1, panel: "p" },
  ]) {
    it(`is not taken from something else: ${JSON.stringify(saved)}`, () => {
      assert.equal(readSavedPage(saved), undefined);
    });
  }
});
