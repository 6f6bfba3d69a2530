import assert from "node:assert/strict";
import fc from "fast-check";
import { readCallFile } from "../../../src/contract/callFile";
import { callForm } from "../../../src/contract/input/callForm";
import { inputFromDraft, draftToJson } from "../../../src/contract/input/draftInput";
import { pathNamedByDriver } from "../../../src/contract/input/driverProblem";
import { inputFromJson } from "../../../src/contract/input/inputJson";
import { locateJson, pathAtOffset, scanJson } from "../../../src/contract/jsonScan";
import { parseRustType } from "../../../src/contract/types/typeReader";
import { limits } from "../../../src/wire/limits";

const unknown = parseRustType("Unknown");

describe("a JSON text that breaks off", () => {
  const open = `{ "value": "1", "note": "${"a note of a few words and more ".repeat(4000)}`;
  const texts = {
    "in a long string": open,
    "in a string of escapes": `["${"\\n".repeat(50_000)}`,
    "at a raw line break in a string": `["${"a".repeat(50_000)}\n${"a".repeat(50_000)}"]`,
    "in quotes without an end": `[${'"\\"'.repeat(40_000)}`,
    "in digits": `[${"1".repeat(100_000)}.`,
    "in blanks": `[1${" ".repeat(100_000)}`,
    "in brackets": "[".repeat(100_000),
  };
  for (const [where, text] of Object.entries(texts)) {
    it(`is refused wherever it is read: ${where}`, () => {
      assert.match(scanJson(text)?.message ?? "", /^Not JSON at line \d+, column \d+: expected .{0,600}$/);
      assert.equal(inputFromJson(unknown, text).problems.length, 1);
      const draft = { kind: "box", text } as const;
      assert.equal(inputFromDraft(callForm(unknown), draft).problems.length, 1);
      assert.equal(draftToJson(callForm(unknown), draft), JSON.stringify(text));
      assert.equal(readCallFile(text).problems.length, 1);
      assert.equal(pathNamedByDriver("at $.note", text), undefined);
      assert.equal(locateJson(text, [["missing"]]).length, 1);
      assert.ok(Array.isArray(pathAtOffset(text, text.length)));
    });
  }

  it("is refused, and what is whole accepted, as the language's own parser does", () => {
    const scrap = fc.constantFrom(...'{}[],:"\\ \n\t0123.-+eEtruefalsnu/b\u0000\u007f\u00e9\ud800');
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.nat(3), fc.array(scrap, { maxLength: 3 }));
    fc.assert(
      fc.property(damaged, ([json, at, removed, put]) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put.join("") + json.slice(place + removed);
        assert.equal(scanJson(text) === undefined, isJson(text), text);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("an integer of very many digits", () => {
  const digits = "7".repeat(limits.integerDigits + 1);

  it("is refused with its place, in an input and in a file", () => {
    const message = `Too long at line 2, column 2: an integer of ${digits.length} digits; at most 1000 are taken.`;
    assert.equal(scanJson(`[\n ${digits}]`)?.message, message);
    assert.equal(inputFromJson(unknown, `[\n ${digits}]`).problems[0]?.message, message);
    assert.equal(readCallFile(`{"contract":"C","function":"f","input":-${digits}}`).problems.length, 1);
  });

  it("is taken up to the limit, and in a text or a fraction whatever its length", () => {
    for (const text of [digits.slice(1), `-${digits.slice(1)}`, `"${digits}"`, `${digits}.5`, `0.${digits}`])
      assert.equal(scanJson(`[${text}]`), undefined);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
