import assert from "node:assert/strict";
import { responseError } from "../../../src/client/failures/responseError";
import { failureWords } from "../../../src/client/failures/failureWords";
import { keptResponse } from "../../../src/client/http/responseText";
import type { NodeErrorReason } from "../../../src/client/failures/nodeError";

const address = "http://h:8080/secret-path";
const failed = (status: number, response: string, more: object = {}) =>
  responseError({ status, headers: {}, response, route: "POST /on/x/y", address, ...more });

describe("failures that a node answers", () => {
  const answers: [status: number, response: string, reason: NodeErrorReason][] = [
    [400, "Invalid input: Invalid contract bytes", "invalid-input"],
    [500, "Invalid contract bytes", "invalid-input"],
    [400, "Invalid input: invalid utf-8 sequence", "invalid-input"],
    [500, "Data driver error: expected value at line 1 column 7", "invalid-input"],
    [422, "", "invalid-input"],
    [400, "Version error: Mismatched node version: requested ^0.7.0 - current 1.6.0", "version-mismatch"],
    [500, "Mismatched node version: requested ^0.7.0 - current 1.0.2", "version-mismatch"],
    [400, "Version error: Node-Version-Strict requires Node-Version", "version-mismatch"],
    [404, "Not found: No data driver for contract id aa found.", "not-found"],
    [500, "No data driver for contract id aa found.", "not-found"],
    [404, '{{"error":"Invalid URL path\n"}}', "not-found"],
    [404, "", "not-found"],
    [405, "", "not-offered"],
    [501, "Unsupported operation", "not-offered"],
    [500, "Unsupported operation", "not-offered"],
    [500, "Unsupported path", "not-offered"],
    [413, "Payload too large: Request body exceeds 3145728 bytes", "too-large"],
    [500, "Payload too large: Request body exceeds 1 bytes", "too-large"],
    [424, '{"error":"Session ID not provided or invalid"}', "session-lost"],
    [500, "VM error: Missing feed", "missing-feed"],
    [500, "Data driver error: encode_input_fn failed with: 7", "node-fault"],
    [500, "Prover error: out of memory", "node-fault"],
    [500, "Verification error: bad proof", "refused"],
    [500, "Tx ab12 not accepted: nonce is used", "refused"],
    [500, "", "node-fault"],
    [500, "<not html", "node-fault"],
    [502, "", "unreachable"],
    [504, "upstream timed out", "unreachable"],
    [401, "", "refused"],
    [403, "forbidden", "refused"],
    [429, "slow down", "refused"],
    [418, "", "refused"],
  ];
  for (const [status, response, reason] of answers) {
    it(`${status} ${JSON.stringify(response.slice(0, 60))} is ${reason}, and the node's words are shown`, () => {
      const error = failed(status, response);
      assert.equal(error.reason, reason);
      assert.equal(error.status, status);
      assert.equal(error.response, response);
      const [line = ""] = error.message.split("\n");
      assert.equal(line, error.message);
      if (error.versions) assert.ok(error.message.includes(error.versions.actual));
      else if (/no data driver/i.test(response)) assert.match(error.message, /no data driver/);
      else if (!response.startsWith("{"))
        assert.ok(error.message.includes(response.split(/(?:error|with|input): /).at(-1) ?? ""));
    });
  }

  it("shows the error of a JSON answer without its braces, and of text that only looks like JSON as far as it is there", () => {
    assert.match(failed(424, '{"error":"Session ID missing"}').message, /session \(Session ID missing\)\.$/);
    assert.match(failed(404, '{{"error":"no such thing\n"}}').message, /^no such thing$/);
    assert.match(failed(404, '{{"error":"half of it').message, /\{\{"error":"half of it$/);
    assert.match(failed(500, '{"error":{"code":1}}').message, /\{"error":\{"code":1\}\}$/);
  });

  const pages: [headers: Record<string, string>, page: string][] = [
    [{ "content-type": "text/html; charset=utf-8" }, "<h1>gone</h1>"],
    [{}, "\n<!DOCTYPE html><html>"],
    [{}, "<HTML><head>"],
  ];

  it("says that a web page is no node where the status tells nothing, with what to check", () => {
    for (const [headers, page] of pages) {
      for (const status of [400, 404, 405, 501]) {
        const error = failed(status, page, { headers });
        assert.equal(error.reason, "not-a-node");
        assert.doesNotMatch(error.message, /</);
        assert.match(error.remedy ?? "", /host, the port and the path prefix/);
      }
    }
  });

  it("believes a gateway's status whatever page comes with it: the node is down, not elsewhere", () => {
    for (const [headers, page] of pages) {
      for (const status of [502, 503, 504, 520, 521, 522, 523, 524, 525, 526]) {
        const error = failed(status, page, { headers });
        assert.equal(error.reason, "unreachable");
        assert.match(error.message, new RegExp(`^A gateway could not reach the node \\(status ${status}\\)\\.$`));
        assert.match(error.remedy ?? "", /down or starting; try again later/);
      }
    }
  });

  it("overrules no other status for the sake of a page, and shows none of its markup", () => {
    const reasons: [status: number, reason: NodeErrorReason][] = [
      [301, "refused"],
      [401, "refused"],
      [403, "refused"],
      [407, "refused"],
      [408, "timeout"],
      [413, "too-large"],
      [429, "refused"],
      [431, "too-large"],
      [500, "node-fault"],
      [507, "node-fault"],
    ];
    for (const [headers, page] of pages) {
      for (const [status, reason] of reasons) {
        const error = failed(status, page, { headers });
        assert.equal(error.reason, reason, String(status));
        assert.doesNotMatch(error.message, /<|not a node/);
        assert.equal(error.response, page);
      }
    }
  });

  it("takes an answer with a version for the node's own, even when it comes as a page", () => {
    const error = failed(404, "<html>", { headers: { "content-type": "text/html" }, version: "1.6.0" });
    assert.equal(error.reason, "not-found");
    assert.doesNotMatch(error.message, /</);
  });

  it("says the reason first, in the node's words, and keeps route, status and whole ids for the details", () => {
    const contract = "c0047e2a".padEnd(64, "0");
    const sentences: [status: number, response: string, message: string][] = [
      [500, "VM error: Panic: the counter was asked to fail", "Panic: the counter was asked to fail (VM error)"],
      [500, "Data driver error: encode_input_fn failed with: $.to: not hex", "$.to: not hex (Data driver error)"],
      [500, "Prover error: ", "Prover error:"],
      [404, `Not found: No data driver for contract id ${contract} found.`, "This contract has no data driver."],
      [404, `Not found: contract ${contract}`, "Not found: contract c0047e2a…0000"],
      [501, "Unsupported operation", "This node does not offer this (Unsupported operation)."],
      [500, "", "The node failed and gave no reason (status 500)."],
    ];
    for (const [status, response, message] of sentences) {
      const error = failed(status, response);
      assert.equal(error.message, message);
      assert.deepEqual(failureWords(error).details, ["POST /on/x/y", `status ${status}`]);
    }
  });

  it("keeps the path of an address, which may be a key, out of every sentence", () => {
    const page = { headers: { "content-type": "text/html" } };
    for (const status of [200, 302, 400, 401, 404, 407, 413, 429, 500, 502, 521]) {
      for (const more of [{}, page, { headers: { location: `${address}/on/x/y` } }]) {
        const { message, remedy = "" } = failed(status, "", more);
        assert.doesNotMatch(message + remedy, /secret-path/);
      }
    }
  });

  it("says how long it is asked to wait, in seconds or until a date", () => {
    const remedyAfter = (wait: string) => failed(429, "", { headers: { "retry-after": wait } }).remedy ?? "";
    assert.match(remedyAfter("7"), /wait 7 s before/);
    assert.match(remedyAfter("600"), /wait 10 min before/);
    assert.match(remedyAfter(new Date(Date.now() + 90_500).toUTCString()), /wait (89|90|91) s before/);
    assert.match(remedyAfter(new Date(Date.now() + 4 * 3_600_000).toUTCString()), /wait 4 h before/);
    for (const odd of ["", "soon", "-5", "1.5", new Date(0).toUTCString(), "9".repeat(400)]) {
      assert.equal(remedyAfter(odd), "Wait before the next request.");
    }
  });

  it("does not follow a redirect, and says where it leads", () => {
    const error = failed(301, "", { headers: { location: "https://elsewhere/base/on/x/y" } });
    assert.equal(error.reason, "refused");
    assert.match(error.message, /redirects to https:\/\/elsewhere\/… \(status 301\)/);
    assert.match(error.remedy ?? "", /Redirects are not followed/);
    assert.equal(error.redirect, "https://elsewhere/base");
    assert.deepEqual(error.remedies, ["use-address"]);
  });

  it("offers no address where a redirect leads to none that a node could have", () => {
    for (const location of [
      undefined,
      "",
      "https://elsewhere/login?next=/on/x/y",
      "https://elsewhere/on/x/y?token=1",
      "https://me:secret@elsewhere/on/x/y",
      "ftp://elsewhere/on/x/y",
      "https://[/on/x/y",
    ]) {
      const error = failed(308, "", { headers: location === undefined ? {} : { location } });
      assert.equal(error.reason, "refused");
      assert.equal(error.redirect, undefined, location);
      assert.deepEqual(error.remedies ?? [], []);
      assert.doesNotMatch(`${error.message} ${error.remedy}`, /secret|token/);
    }
    assert.match(failed(308, "").message, /an unnamed place/);
    assert.equal(failed(307, "", { headers: { location: "/v2/on/x/y" } }).redirect, "http://h:8080/v2");
  });

  it("keeps a node's own 503 apart from a gateway's", () => {
    assert.equal(failed(503, "syncing", { version: "1.6.0" }).reason, "node-fault");
    const gateway = failed(503, "", { proxy: "http://proxy:3128" });
    assert.equal(gateway.reason, "unreachable");
    assert.match(gateway.message, /http:\/\/proxy:3128/);
  });

  it("names both versions from the request and the answer when the text does not", () => {
    const { versions } = failed(400, "Version error: no", { requirement: { requirement: "^2" }, version: "1.6.0" });
    assert.deepEqual(versions, { required: "^2", actual: "1.6.0" });
  });

  it("knows a refused version by the answer's own, whatever the words of a 400", () => {
    for (const response of ["", "incompatible version", '{"error":"bad request"}']) {
      const error = failed(400, response, { requirement: { requirement: "^2.0.0" }, version: "1.7.1" });
      assert.equal(error.reason, "version-mismatch");
      assert.equal(error.message, "The node has version 1.7.1, the connection requires ^2.0.0.");
      assert.deepEqual(error.remedies, ["edit-connection"]);
    }
    const satisfied = { requirement: { requirement: ">=1.0, <2" }, version: "1.7.1" };
    assert.equal(failed(400, "incompatible", satisfied).reason, "invalid-input");
    assert.equal(failed(400, "incompatible", { ...satisfied, version: "nightly" }).reason, "invalid-input");
    assert.equal(failed(404, "", { requirement: { requirement: "^2" }, version: "1.7.1" }).reason, "not-found");
  });

  it("reads an answer that almost names two versions as fast as any other", () => {
    const started = performance.now();
    for (const part of [" ", "\n", " requested", " version: requested ", " - ", " current ", "mismatched version: "]) {
      const response = `mismatched version: requested ${part.repeat(64 * 1024)}`;
      assert.equal(failed(400, response).reason, "invalid-input");
    }
    assert.ok(performance.now() - started < 5000);
  });

  it("makes control characters visible", () => {
    const error = failed(500, keptResponse(Buffer.from("x\u001b[2J\u202e\nsecond line\u0007"), 99));
    assert.match(error.message, /x\\x1b\[2J\\u202e second line\\x07/);
    assert.equal(error.response, "x\\x1b[2J\\u202e\nsecond line\\x07… (99 bytes in all)");
  });
});
