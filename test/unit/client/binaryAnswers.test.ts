import assert from "node:assert/strict";
import { binaryResponse, isRaw } from "../../../src/client/http/responseValue";
import type { NodeResponse } from "../../../src/client/http/nodeResponse";
import { exchangesOf } from "../../support/recordings";

const octets = "application/octet-stream";

describe("a binary answer", () => {
  it("of a node of version 1.4.5 is bytes or hex as the headers of both sides say", async () => {
    const rows = ["payload-encoding-and-feeds", "contract-calls"]
      .flatMap(exchangesOf)
      .filter(({ request, response }) => {
        return (
          "status" in response &&
          response.status === 200 &&
          !response.headers &&
          /^\/on\/contracts:.*(balance|chain_id)$/.test(request.path)
        );
      });
    assert.ok(rows.length > 12, String(rows.length));
    for (const { name, request, response } of rows) {
      assert.ok("status" in response);
      const body = response.hex === undefined ? Buffer.from(response.body ?? "") : Buffer.from(response.hex, "hex");
      const expected = /^[0-9a-f]+$/.test(response.body ?? "") ? "hex" : "raw";
      assert.equal(isRaw({ headers: {} }, request.headers) ? "raw" : "hex", expected, name);
      const { bytes, unclear } = await binaryResponse(answered(body), request.headers);
      assert.equal(unclear, undefined, name);
      assert.ok(
        bytes.every((byte) => byte === 0),
        name,
      );
    }
  });

  it("says by its own content type what it is, whatever was asked for", () => {
    assert.equal(isRaw({ headers: { "content-type": octets } }), true);
    assert.equal(isRaw({ headers: { "content-type": "application/wasm" } }), true);
    assert.equal(isRaw({ headers: { "content-type": "text/plain" } }, { Accept: octets }), false);
  });

  it("is taken for hex when octets are one of several things that were accepted", () => {
    assert.equal(isRaw({ headers: {} }, { Accept: `${octets}, */*` }), false);
    assert.equal(isRaw({ headers: {} }, { accept: "Application/Octet-Stream" }), true);
    assert.equal(isRaw({ headers: {} }, { "Content-Type": `${octets}; x=y` }), false);
  });

  it("that may be either is shown as it came, and said to be unclear", async () => {
    const hexForRaw = await binaryResponse(answered(Buffer.from("00ff00ff")), { Accept: octets });
    assert.equal(Buffer.from(hexForRaw.bytes).toString(), "00ff00ff");
    assert.match(hexForRaw.unclear ?? "", /may have answered with hex text/);
    const noHex = await binaryResponse(answered(Buffer.from("not hex")));
    assert.equal(Buffer.from(noHex.bytes).toString(), "not hex");
    assert.match(noHex.unclear ?? "", /no hex text, as it should be/);
  });
});

function answered(body: Uint8Array): NodeResponse {
  const meta = {
    status: 200,
    headers: {},
    route: "POST /on/x/y",
    durationMs: 1,
    version: undefined,
    deprecation: undefined,
  };
  return { ...meta, body, size: body.length };
}
