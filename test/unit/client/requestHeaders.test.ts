import assert from "node:assert/strict";
import { NodeError } from "../../../src/client/failures/nodeError";
import { checkExtraHeaders } from "../../../src/client/http/requestHeaders";
import { signHeader } from "../../../src/client/routes/contractClient";

describe("extra headers", () => {
  it("are accepted when a header can carry them", () => {
    checkExtraHeaders({ Authorization: "Bearer a.b-c==", "x-label": "a b, (c)", "X-Empty": "" });
  });

  const refused: [name: string, value: string, why: RegExp][] = [
    ["x-label", "苗条", /not ASCII/],
    ["x-label", "añadir", /not ASCII/],
    ["x-label", "🦀", /not ASCII/],
    ["x-label", "a，b", /not ASCII/],
    ["x-label", "secret\r\nHost: evil", /line break/],
    ["x-label", "secret\n", /line break/],
    ["x-label", "a\tb", /control character/],
    ["x-label", "a\u0000b", /control character/],
    ["x-label", " secret", /begins or ends with a space/],
    ["x label", "a", /“x label” is not a header name/],
    ["x\r\nHost", "a", /“x\\r\\nHost” is not a header name/],
    ["", "a", /is not a header name/],
    ["Content-Length", "3", /written by Chainscope itself/],
    ["Transfer-Encoding", "chunked", /written by Chainscope itself/],
    ["content-type", "text/plain", /written by Chainscope itself/],
    ["Host", "x", /written by Chainscope itself/],
  ];
  for (const [name, value, why] of refused) {
    it(`refuse ${JSON.stringify(`${name}: ${value}`)}, without repeating the value`, () => {
      assert.throws(
        () => checkExtraHeaders({ [name]: value }),
        (error) => error instanceof NodeError && why.test(error.message) && !error.message.includes("secret"),
      );
    });
  }
});

describe("the sign header", () => {
  const values: [signature: string, header: string][] = [
    ["0xAB12", "ab12"],
    [" 0a1b\n", "0a1b"],
    ["1234", '"1234"'],
    ["12e4", '"12e4"'],
    ["0123", "0123"],
  ];
  for (const [signature, header] of values) {
    it(`carries ${JSON.stringify(signature)} as ${header}, which no node reads as a number`, () => {
      assert.equal(signHeader(signature), header);
    });
  }

  it("refuses what is not hex", () => {
    for (const signature of ["", "0x", "abc", "zz", "ab\r\nx: y"]) {
      assert.throws(() => signHeader(signature), { reason: "invalid-input" });
    }
  });
});
