import assert from "node:assert/strict";
import { NodeConnection } from "../../../../src/client/nodeConnection";
import { dispatchHeaders } from "../../../../src/client/routes/dispatchClient";
import { responseOf, type ResponseMeta } from "../../../../src/client/http/nodeResponse";
import { bodyOfSelection, knownPaths } from "../../../../src/features/routes/model/knownPaths";
import {
  contentTypeOf,
  readRequestFile,
  requestFileText,
  targetOf,
  type RequestFile,
} from "../../../../src/features/routes/model/requestFile";
import { responseDocument } from "../../../../src/features/routes/model/responseDocument";
import { limits } from "../../../../src/wire/limits";
import { nodeFailure } from "../../../support/nodeFailure";
import { RecordedNode } from "../../../support/recordedNode";
import { connectTo, sharedSandbox } from "../../../support/sharedSandbox";

const meta: ResponseMeta = {
  status: 200,
  headers: {},
  route: "POST /on/a/b",
  durationMs: 12.4,
  version: undefined,
  deprecation: undefined,
};
const shown = (body: string | Uint8Array, more: Partial<ResponseMeta> = {}, headers: Record<string, string> = {}) => {
  const bytes = Buffer.from(body);
  const asked = { place: "Local", headers, failure: undefined };
  return responseDocument(responseOf({ ...meta, ...more }, bytes, bytes.length), asked);
};
const json = { "content-type": "application/json" };

describe("a request file", () => {
  const full: RequestFile = {
    connection: "Local",
    path: "/on/contracts:ab/Do_It",
    body: { json: '{"amount":18446744073709551615}' },
    contentType: "application/json",
    accept: "application/octet-stream",
    headers: { "x-trace": "1" },
    session: true,
  };

  it("comes back as it was written, with every digit of its JSON", async () => {
    const text = requestFileText(full);
    assert.match(text, /18446744073709551615/);
    const read = await readRequestFile(text);
    assert.equal(requestFileText(read), text);
    assert.deepEqual(targetOf(read), { component: "contracts", entity: "ab", topic: "Do_It" });
  });

  for (const body of [{ text: "0xab " }, { hex: "00ff" }, { file: "module.wasm" }, { text: "" }])
    it(`keeps its body: ${JSON.stringify(body)}`, async () => {
      const read = await readRequestFile(requestFileText({ path: "/on/a/b", session: false, body }));
      assert.deepEqual(read, { path: "/on/a/b", session: false, body });
    });

  it("says what its body is unless the file does", () => {
    assert.equal(contentTypeOf({ body: { json: "1" } }), "application/json");
    assert.equal(contentTypeOf({ body: { hex: "" } }), "application/octet-stream");
    assert.equal(contentTypeOf({ body: { text: "a" } }), undefined);
    assert.equal(contentTypeOf({ body: { text: "a" }, contentType: "text/plain" }), "text/plain");
    assert.equal(contentTypeOf({}), undefined);
  });

  const refused: [what: string, text: string, hint: RegExp][] = [
    ["no JSON", "{", /^This is not JSON/],
    ["a list", "[]", /is a JSON object/],
    ["a field that there is not", '{"path":"/on/a/b","pth":1}', /no field "pth"/],
    ["a field of every object", '{"path":"/on/a/b","constructor":1}', /no field "constructor"/],
    ["no path", "{}", /Name the "path"/],
    ["another path", '{"path":"https://a/on/a/b"}', /A path is written/],
    ["a path without a topic", '{"path":"/on/a"}', /A path is written/],
    ["two bodies", '{"path":"/on/a/b","text":"","hex":""}', /"text" or "hex"/],
    ["odd hex", '{"path":"/on/a/b","hex":"abc"}', /"hex"/],
    ["a number for a text", '{"path":"/on/a/b","text":1}', /"text" is a text/],
    ["a session in words", '{"path":"/on/a/b","session":"yes"}', /true or false/],
    ["a header in two lines", '{"path":"/on/a/b","headers":{"x-a":"1\\r\\nx-b: 2"}}', /line break/],
    ["a content type in two lines", '{"path":"/on/a/b","contentType":"a\\nb: c"}', /line break/],
    ["a header that is written by us", '{"path":"/on/a/b","headers":{"Content-Length":"1"}}', /by Chainscope itself/],
    ["Accept among the headers", '{"path":"/on/a/b","headers":{"ACCEPT":"a"}}', /as "accept"/],
    ["headers that are a list", '{"path":"/on/a/b","headers":["a"]}', /object of texts/],
    ["JSON without a bottom", `{"path":"/on/a/b","json":${"[".repeat(200_000)}}`, /^This is not JSON/],
  ];
  for (const [what, text, hint] of refused)
    it(`is refused for ${what}`, async () => {
      assert.match((await nodeFailure(readRequestFile(text), "invalid-input")).message, hint);
    });

  it("takes a selection for what it is", () => {
    assert.deepEqual(bodyOfSelection(' {"a":1}'), { json: ' {"a":1}' });
    assert.deepEqual(bodyOfSelection("0xab cd"), { hex: "abcd" });
    assert.deepEqual(bodyOfSelection("some words"), { text: "some words" });
  });

  it("is offered every path of the interface, with the contracts that have a name", () => {
    const paths = knownPaths([{ id: "ab", name: "Counter" }]);
    assert.ok(paths.some(({ path, about }) => path === "/on/contract:ab/metadata" && about === "Counter"));
    for (const { path } of paths) assert.ok(targetOf({ path }).topic);
  });
});

describe("a response", () => {
  it("shows status, headers and JSON with every digit", async () => {
    const text = await shown('{"a":18446744073709551615}', { headers: json });
    assert.equal(
      text,
      "# POST /on/a/b on Local\nstatus: 200 OK\ntook: 12 ms\nheaders:\n  content-type: application/json\n" +
        'body: JSON of 26 bytes\n---\n{\n  "a": 18446744073709551615\n}\n',
    );
  });

  it("shows bytes as a dump, and hex text as the bytes it stands for", async () => {
    const asked = { Accept: "application/octet-stream" };
    assert.match(await shown("hello", {}, asked), /\nbody: 5 bytes\n---\n00000000 {2}68 65 6c 6c 6f +hello\n$/);
    assert.match(await shown("68656c6c6f"), /body: hex text of 5 bytes\n---\n00000000 {2}68 65/);
    assert.match(await shown("1.4.5"), /body: text of 5 bytes\n---\n1\.4\.5\n$/);
    assert.match(await shown(""), /body: none\n$/);
  });

  it("keeps words of a node words, whatever they hold, and lines lines", async () => {
    const text = await shown("one\r\ntwo\u202e [x](command:y)\u0007");
    assert.match(text, /---\none\ntwo\\u202e \[x\]\(command:y\)\\x07\n$/);
    assert.match(await shown("{nope", { headers: json }), /body: broken JSON of 5 bytes\n---\n\{nope\n$/);
    const headers = { "x-a\u202e": "b\u202e" };
    assert.doesNotMatch(await shown("a", { headers }), /\u202e/);
  });

  it("counts what it does not show of a text without an end", async () => {
    const most = limits.resultValueCharacters;
    assert.match(await shown("w".repeat(most + 7)), /\n… 7 more characters\n$/);
  });

  it("says what a deployed node refuses in its words, and reads its deprecated routes", async () => {
    const node = await RecordedNode.start();
    const connection = new NodeConnection({ endpoint: node.endpoint });
    const ask = async (path: string) => {
      const response = await connection.dispatch.dispatch(targetOf({ path }));
      const failure = connection.dispatch.failureOf(response);
      return responseDocument(response, { place: "Old", headers: dispatchHeaders({}), failure });
    };
    assert.match(
      await ask("/on/nosuch/topic"),
      /^# POST \/on\/nosuch\/topic on Old\nstatus: 501 Not Implemented\nmeans: /,
    );
    const owner = await ask(`/on/contract_owner:01${"00".repeat(31)}/owner`);
    assert.match(owner, /status: 200 OK\ntook: \d+ ms\nheaders:\n[^]*body: hex text of 96 bytes\n---\n/);
    await connection.dispose();
    await node.stop();
  });

  it("tells of a deprecated route what replaces it, where the node does", async () => {
    const connection = connectTo(await sharedSandbox());
    const path = `/on/contract_owner:01${"00".repeat(31)}/owner`;
    const response = await connection.dispatch.dispatch(targetOf({ path }));
    const text = await responseDocument(response, { place: "Local", headers: {}, failure: undefined });
    assert.match(
      text,
      /deprecated: This endpoint is deprecated[^\n]*\nsuccessor: "\/on\/contract:01(?:00){31}\/metadata"\n/,
    );
    await connection.dispose();
  });
});
