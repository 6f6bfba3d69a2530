import assert from "node:assert/strict";
import fc from "fast-check";
import { responseError } from "../../src/client/failures/responseError";
import { nodeWords } from "../../src/client/http/responseText";
import { parseEndpoint } from "../../src/client/http/endpoint";
import { mismatchedVersions } from "../../src/client/http/nodeVersion";
import { readRefusal } from "../../src/client/transactions/reasonWords";
import { transactionFacts } from "../../src/client/transactions/transactionFacts";
import { readCallFile } from "../../src/contract/callFile";
import { contractIdOf } from "../../src/contract/schema/contractId";
import { pathNamedByDriver } from "../../src/contract/input/driverProblem";
import { readDriverSchema, schemaType } from "../../src/contract/schema/driverSchema";
import { inputFromJson } from "../../src/contract/input/inputJson";
import { locateJson, pathAtOffset, scanJson } from "../../src/contract/jsonScan";
import { parseRustType } from "../../src/contract/types/typeReader";
import { inputFromText } from "../support/inputFromText";
import { boundedDriver, missingDriverExports } from "../../src/driver/driverModule";
import { parseFilter } from "../../src/features/eventTail/model/lines/eventFilter";
import { readRecordingLine } from "../../src/features/eventTail/model/recordings/recordingFile";
import { readLink } from "../../src/features/links/model/link";
import { readRequestFile } from "../../src/features/routes/model/requestFile";
import { readLives } from "../../src/features/transactions/model/rememberedLives";
import { transactionInText } from "../../src/features/transactions/model/transactionFile";
import { completionsAt } from "../../src/graphql/completion/completion";
import { diagnosticsOf } from "../../src/graphql/checks/diagnostics";
import { errorsFirst } from "../../src/graphql/run/resultErrors";
import { resultValues } from "../../src/graphql/run/resultValues";
import { sdlOfIntrospection } from "../../src/graphql/schema/introspection";
import { connectionComment } from "../../src/graphql/text/connectionComment";
import { readDocument } from "../../src/graphql/text/document";
import { formatDocument } from "../../src/graphql/text/format";
import { hoverAt } from "../../src/graphql/completion/hover";
import { legacyVariables } from "../../src/graphql/variables/legacyVariables";
import { loadSchema } from "../support/loadSchema";
import { outlineOf } from "../../src/graphql/text/symbols";
import { readProgram } from "../../src/graphql/text/templates";
import { checkAccountKey, checkContractId } from "../../src/wire/ids";
import { coinsToUnits } from "../../src/wire/coins";
import { decodeEventFrame } from "../../src/wire/eventFrame";
import { parseExactJson } from "../../src/wire/json/exactJson";
import { hexToBytes } from "../../src/wire/hex";
import { integerFrom } from "../../src/wire/integerText";
import { jsonDocument, jsonLine } from "../../src/wire/json/jsonDocument";
import { JsonItems } from "../../src/wire/json/jsonItems";
import { parseLargeJson } from "../../src/wire/json/largeJson";
import { pastedFrame } from "../../src/wire/pastedFrame";
import { readPastedBytes } from "../../src/wire/pastedBytes";
import { parseTarget } from "../../src/wire/target";
import { visibleText } from "../../src/wire/visibleText";
import { awkwardText } from "../support/awkwardText";
import { oddDriver } from "../support/oddDriver";

/** What a reader is, what it may throw, and texts that it takes. */
interface Reader {
  read: (text: string) => unknown;
  throws?: string;
  sound: readonly string[];
}

const json = ['{"amount":18446744073709551615,"list":[1,-2.5e3,"a\\u0041",null,true],"":{}}', '["x"]', "12"];
const schemaJson =
  '{"functions":[{"name":"pay","doc":"","input":"(u64, Vec<Option<[u8; 32]>>)","output":"u64","custom":false}],"events":[{"topic":"t","data":"u64"}],"custom_types":{"A":{"b":"u8"}}}';
const callFile =
  '{"connection":"local","contract":"Counter","function":"add","input":{"json":[1]},"expect":{"output":2}}';
const sdl =
  'type Query {\n  "the \\"block\\""\n  block(height: Int = 1, hash: String): Block @deprecated(reason: "old")\n}\ntype Block { hash: String }\nenum E { A B }\n"""text""" union U = Block';
const query =
  "query Tip($h: Int = 1) { block(height: $h) { ...F ... on Block { hash } } } fragment F on Block { hash @skip(if: true) }";
const program = "const tip = gql`# chainscope: Local\n{ block(height: ${height}) { ...F } } ${F}`; /* graphql`{` */";
const result =
  '{"data":{"txs":[{"json":"{\\"nonce\\":18446744073709551615}"}],"events":[{"source":"ab","topic":"t","data":"00ff"}]},"errors":["no"]}';
const introspection =
  '{"__schema":{"queryType":{"name":"Q"},"types":[{"kind":"OBJECT","name":"Q","fields":[{"name":"a","args":[],"type":{"kind":"LIST","ofType":{"kind":"SCALAR","name":"Int"}}}]}]}}';
const transaction =
  '{"type":"moonlight","sender":"k","nonce":4,"value":15,"fee":{"gas_limit":"18446744073709551615","gas_price":1},"call":{"contract":"ab","fn_name":"f","fn_args":"AP8="},"memo":"00ff"}';
const lives = '[{"key":"k","standing":"final","facts":{"nonce":"18446744073709551615"},"steps":[{"at":1}]}]';
const refusals = [
  `Tx ${"ab".repeat(32)} not accepted: Nonce repeat: ${"k".repeat(40)} 7`,
  'Panic("no such account")',
  "VM error: Panic: out of gas",
];
const filter = 'transfer -other amount>=5 /a+b/ "two words" height:7';
const recording =
  '{"at":1,"way":"local","location":"/on/blocks/accepted","header":"7b7d","data":"00ff","decoded":{"text":"{}"}}';
const schema = loadSchema(sdl);
const graphqlOptions = "schema" in schema ? { schema: schema.schema } : {};

const readers: Record<string, Reader> = {
  "exact JSON": { read: parseExactJson, throws: "SyntaxError", sound: json },
  "long JSON": { read: (text) => drain(parseLargeJson(text)), throws: "SyntaxError", sound: json },
  "a document of JSON": { read: (text) => [jsonDocument(text), jsonLine(text)], sound: json },
  "items of a list": { read: (text) => new JsonItems().push(text), sound: json },
  "the syntax of JSON": { read: (text) => scanJson(text), sound: json },
  "places in JSON": {
    read: (text) => [locateJson(text, [["list", 1]]), pathAtOffset(text, text.length >> 1)],
    sound: json,
  },
  "a driver's schema": {
    read: (text) => {
      const read = readDriverSchema(text);
      return read.functions.map(({ input }) => schemaType(read, String(input)));
    },
    sound: [schemaJson],
  },
  "a call file": { read: readCallFile, sound: [callFile] },
  "an input as JSON": {
    read: (text) => inputFromJson(parseRustType("(u64, Vec<Option<[u8; 32]>>)"), text),
    sound: json,
  },
  "an input as text": {
    read: (text) =>
      ["u64", "i128", "bool", "String", "Vec<u8>"].map((type) => inputFromText(parseRustType(type), text)),
    sound: ["18446744073709551615", "-1", "true"],
  },
  "a type": { read: parseRustType, sound: ["Option<Vec<(u64, [u8; 32])>>", "BTreeMap<String, u8>"] },
  "a place that a driver names": {
    read: (text) => pathNamedByDriver(text, json[0]!),
    sound: ["invalid type at $.list[1]: expected u64 at line 1 column 5"],
  },
  hex: { read: hexToBytes, throws: "SyntaxError", sound: ["0x00ffAB", "  ab  "] },
  "pasted bytes": {
    read: (text) => {
      const read = readPastedBytes(text);
      return "bytes" in read ? pastedFrame(read.bytes) : read;
    },
    sound: ["b'\\xbf{\\n'", "Uint8Array(2) [ 1, 2 ]", "00000000: ffee 00  ...", "<Buffer 01 02>", "AQ==", "[1, 0x2]"],
  },
  "ids and keys": {
    read: (text) => [contractIdOf(text), checkContractId(text), checkAccountKey(text)],
    sound: ["0x" + "ab".repeat(32)],
  },
  "an amount": { read: (text) => [coinsToUnits(text), integerFrom(text)], sound: ["18446744073.709551615", "1"] },
  "a target": { read: parseTarget, sound: ["/on/contracts:ab/%2Fpaid", "/on/blocks/accepted"] },
  "an address": {
    read: (text) => parseEndpoint(text),
    throws: "NodeError",
    sound: ["https://node.example:8080/path/", "[::1]:80"],
  },
  "words of a failure": {
    read: (text) => [nodeWords(text), mismatchedVersions(text), failure(text)],
    sound: ["mismatched version: requested ^1.0.0, was 2.0.0", '{"error":"no"}', "<!doctype html><p>"],
  },
  "text for a line": { read: visibleText, sound: ["a line\n\u202e"] },
  "a filter": { read: filtered, sound: [filter] },
  "a line of a recording": { read: readRecordingLine, throws: "Error", sound: [recording] },
  "a request file": {
    read: readRequestFile,
    throws: "NodeError",
    sound: ['{"path":"/on/driver:ab/get_version","json":{"a":[1]},"headers":{"A":"b"},"session":true}'],
  },
  "a transaction in a text": { read: transactionInText, sound: ["0x00ff", "AP8=", "b'\\x00'"] },
  "facts of a transaction": {
    read: (text) => transactionFacts(parseExactJson(text)),
    throws: "SyntaxError",
    sound: [transaction],
  },
  "why a transaction is refused": { read: readRefusal, sound: refusals },
  "transactions that are remembered": { read: readLives, sound: [lives] },
  "a link": {
    read: (text) => readLink(text.split("?", 1)[0]!, text.slice(text.indexOf("?") + 1)),
    throws: "NodeError",
    sound: ["/call?contract=Counter&function=add&input=%7B%7D", "tail?target=blocks%2Faccepted&node=Local"],
  },
  "a program with GraphQL in it": { read: (text) => [readProgram(text), connectionComment(text)], sound: [program] },
  "a result of GraphQL": { read: (text) => [resultValues(text), errorsFirst(text)], sound: [result] },
  "a schema as introspection": {
    read: (text) => {
      const sdl = sdlOfIntrospection(parseExactJson(text));
      return sdl !== undefined && loadSchema(sdl);
    },
    throws: "SyntaxError",
    sound: [introspection],
  },
  "a GraphQL document": { read: graphql, sound: [query] },
  "GraphQL that is formatted": {
    read: (text) => formatDocument(text, { width: 2, tabs: false }).catch((thrown: unknown) => thrown),
    sound: [query],
  },
  "a schema": { read: loadSchema, sound: [sdl] },
};

describe("whatever its text, a reader gives a value or the error that it promises:", function () {
  this.timeout(Number(process.env.CHAINSCOPE_FUZZ_MS ?? 0) + 60_000);

  for (const [name, { read, throws, sound }] of Object.entries(readers)) {
    it(name, async () => {
      for (const text of sound) await read(text);
      await fc.assert(
        fc.asyncProperty(awkwardText(sound), async (text) => {
          try {
            await read(text);
          } catch (thrown) {
            if (!(thrown instanceof Error) || !throws || !isA(thrown, throws)) throw thrown;
          }
        }),
      );
    });
  }

  const modules = [oddDriver({}), oddDriver({ without: "init" })];
  const bytes = fc
    .tuple(fc.constantFrom(...modules), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat())
    .map(([module, changes, cut]) => {
      const changed = Uint8Array.from(module);
      for (const [at, byte] of changes) changed[at % changed.length] = byte;
      return cut % 3 === 0 ? changed.subarray(0, cut % changed.length) : changed;
    });

  it("a driver's module", () => {
    for (const read of [missingDriverExports, boundedDriver]) {
      fc.assert(
        fc.property(fc.oneof(bytes, fc.uint8Array({ maxLength: 200 })), (module) => {
          try {
            read(module);
          } catch (thrown) {
            assert.equal((thrown as Error).name, "Error");
          }
        }),
      );
    }
  });

  it("an event's frame", () => {
    const frame = Buffer.from('\u0020\0\0\0{"Content-Location":"/on/a/b"}  data');
    const spoiled = fc.array(fc.tuple(fc.nat(frame.length - 1), fc.nat(255)), { maxLength: 5 }).map((changes) => {
      const changed = Uint8Array.from(frame);
      for (const [at, byte] of changes) changed[at] = byte;
      return changed;
    });
    fc.assert(fc.property(fc.oneof(spoiled, fc.uint8Array({ maxLength: 100 })), (each) => void decodeEventFrame(each)));
  });
});

function isA(thrown: Error, name: string): boolean {
  for (
    let kind = Object.getPrototypeOf(thrown) as object | null;
    kind;
    kind = Object.getPrototypeOf(kind) as object | null
  )
    if ((kind.constructor as { name: string }).name === name) return true;
  return false;
}

function drain(steps: Iterator<unknown, unknown>): unknown {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function failure(answer: string): unknown {
  const failed = {
    status: 500,
    headers: { "retry-after": answer, location: answer },
    response: answer,
    route: "POST /on/node/info",
  };
  const [url, address] = ["http://localhost/on/node/info", "http://localhost"];
  return [301, 400, 407, 429, 500, 502].map((status) => responseError({ ...failed, url, address, status } as never));
}

function filtered(text: string): unknown {
  const parsed = parseFilter(text);
  const event = { facts: { source: "Counter", topic: "paid" }, text: json[0]!, value: parseExactJson(json[0]!) };
  return "problem" in parsed ? parsed : parsed.passes(event);
}

function graphql(text: string): unknown {
  const document = readDocument(text);
  const at = text.length >> 1;
  return [
    ...[diagnosticsOf(document, graphqlOptions), completionsAt(document, at, graphqlOptions), outlineOf(document)],
    ...[hoverAt(document, at, graphqlOptions), legacyVariables({ query: text })],
  ];
}
