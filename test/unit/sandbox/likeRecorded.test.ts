import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { type Exchange, allExchanges, exchangesOf } from "../../support/recordings";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, ask } from "./plainNode";

/** What was recorded of contracts that the sandbox has its own of. */
const contracts: [recorded: string, own: string][] = [
  ["b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764", contractIds.savings],
  ["bb7734c34e9093528a9a6b255db09592ef1c4f98fddbf28efd7c2ad4413e1fb7", contractIds.vault],
];

/** Exchanges that depend on what that node was made of: its keys, its files, the layout of its bytes, its functions. */
const ofThatNode: RegExp[] = [
  /^(?:T|S) (?:decode back|decode_output get_stake|raw get_stake)/,
  /^(?:T|S) encode (?:existing_nullifiers|leaves_from_height|deposit|stake)$/,
  /^C call json (?:get_stake|get_stake_keys|burnt_amount|get_config)$|^call no driver raw$/,
  /^S (?:prov )?call json get_stake(?:_keys)?$/,
  /^(?:encode|decode) (?:text|octet|accept|upper)/,
  /^encode upper$/,
  /^feed (?:leaves_from_height|sync |sync_|stakes raw)/,
  /^by hash/,
  /^crs$/,
  /^peers_location$|^prove (?:00|badhex|long)$/,
  /^reward, |^moonlight, |^deposit, |^stake, /,
  /^upload (?:wrong sign|short sign|nonhex|quoted|builtin)$/,
  /^(?:graphql|legacy) (?:syntax|wrong arg type|var |two errors|.*bad hash variable)/,
  /^legacy (?:json body|camel)/,
  /^gql (?:empty body|bad json|no query|empty query|application\/graphql|batch empty)/,
  /^contract_owner C$|^raw octet$/,
];

describe("Sandbox: --like 1.4 answers as the recorded node did", () => {
  let sandbox: Sandbox;
  let keys: string[];
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--like", "1.4", "--prefix", "Rusk"] });
    ({ accounts: keys } = (await sandbox.control("state")) as { accounts: string[] });
  });
  after(() => sandbox.stop());

  /** The request with the sandbox's own ids and keys. */
  const translated = (text: string) =>
    [...contracts, ...contracts.map((pair) => pair.map((id) => id.toUpperCase()) as [string, string])]
      .reduce((done, [recorded, own]) => done.replaceAll(recorded, own), text)
      .replace(/u7bwZ53t\w{100,}|u7bwZ53t…|oCqYsUMR…/g, keys[0] ?? "");
  const asked = async ({ request }: Exchange) => {
    const { method, headers, body, hex } = request;
    const payload = hex === undefined ? body && translated(body) : Buffer.from(hex, "hex");
    return ask(sandbox.url, translated(request.path), {
      method,
      headers,
      ...(payload === undefined || method === "GET" || method === "HEAD" ? {} : { body: payload }),
    });
  };

  const seen = new Set<string>();
  const rows = allExchanges().filter(({ name, request }) => {
    const isCut = [request.body ?? "", request.path].some((text) => /…/.test(text.replace(/u7bwZ53t…|oCqYsUMR…/g, "")));
    const key = JSON.stringify(request);
    return !isCut && !ofThatNode.some((each) => each.test(name)) && !seen.has(key) && seen.add(key);
  });

  it("has most of the recorded exchanges to compare", () => {
    assert.ok(rows.length > 190, String(rows.length));
  });

  for (const exchange of rows) {
    const { name, request, response } = exchange;
    it(`${name}: ${request.method} ${request.path.slice(0, 60)}`, async () => {
      if ("error" in response) return assert.rejects(asked(exchange), { message: "fetch failed" });
      const answer = await asked(exchange);
      const { status, headers = {}, body = "" } = response;
      assert.equal(answer.status, status, answer.text);
      const type = headers["content-type"] ?? null;
      assert.deepEqual(
        [answer.headers.get("content-type"), answer.headers.get("rusk-version")],
        [type, "1.4.5-alpha.1"],
      );
      if (status >= 400 || type === null) assert.deepEqual(layersOf(answer.text), layersOf(body));
      if (type !== null && !/…/.test(body.replace(/oCqYsUMR…|ocXXBAaf…|u7bwZ53t…|o1YvWG34…/g, ""))) {
        assert.deepEqual(differingKeys(read(answer.text), read(body)), [], answer.text);
      }
    });
  }

  it("subscribes and unsubscribes as recorded", async () => {
    const socket = await PlainSocket.open(sandbox.url);
    for (const { request, response } of exchangesOf("subscriptions")) {
      if ("error" in response) continue;
      const { method, path } = request;
      const answer = await ask(sandbox.url, path, { method, headers: { "Rusk-Session-Id": socket.id } });
      assert.deepEqual([method, path, answer.status, answer.text], [method, path, response.status, response.body]);
    }
    socket.end();
  });
});

const layer =
  /(?:^|: |\(|\\")(Invalid input|Invalid JSON|Invalid URL path|Not found|VM error|VM Error|IO error|Version error|Data driver error|Data-Driver Error|Prover error|Dusk-Core Error|FfiError|Json(?=\()|Unsupported(?=\()|Rkyv(?=\()|Panic|Contract owner not found|this transaction is invalid)/g;

/** What a refusal went through on its way out, from the outside in. */
function layersOf(text: string): string[] {
  return [...text.matchAll(layer)].map(([, name]) => name ?? "");
}

function read(text: string): unknown {
  return text === "" ? null : JSON.parse(text);
}

/** Where two values have other keys, or these in another order, or values of another kind; null is of any kind. */
function differingKeys(one: unknown, other: unknown, path = "$"): string[] {
  if (one === null || other === null) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === 0 || other.length === 0 ? [] : differingKeys(one[0], other[0], `${path}[0]`);
  }
  if (typeof one !== "object" || typeof other !== "object") return typeof one === typeof other ? [] : [path];
  const [mine, theirs] = [Object.keys(one), Object.keys(other)];
  if (mine.join() !== theirs.join()) return [`${path}: ${mine.join()} / ${theirs.join()}`];
  return mine.flatMap((key) =>
    differingKeys((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], `${path}.${key}`),
  );
}
