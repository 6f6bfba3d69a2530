import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import type { PlainAnswer, PlainRequest } from "./plainNode";
import { acceptOctets, ask, json } from "./plainNode";

const { transfer, counter, token, vault, silent } = contractIds;

describe("Sandbox: every route of section 4", () => {
  let sandbox: Sandbox;
  let accounts: string[];
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "30", "--crs-bytes", "200000"] });
    ({ accounts } = (await sandbox.control("state")) as { accounts: string[] });
  });
  after(() => sandbox.stop());

  const post = (path: string, request?: PlainRequest) => ask(sandbox.url, path, request);
  const parsed = ({ status, headers, text }: PlainAnswer): unknown => {
    assert.equal(status, 200, text);
    assert.equal(headers.get("content-type"), "application/json");
    return JSON.parse(text);
  };
  const keys = (value: unknown) => Object.keys(value as object).sort();

  it("POST /on/node/info answers the five fields of 2.4 and vm_config", async () => {
    const info = parsed(await post("/on/node/info")) as Record<string, unknown>;
    const fields = ["bootstrapping_nodes", "chain_id", "kadcast_address", "version", "version_build", "vm_config"];
    assert.deepEqual(keys(info), fields);
    assert.equal(info.version, "1.6.0");
  });

  it("POST /on/node/provisioners answers an array with the fields of 2.5 and some more", async () => {
    const [first] = parsed(await post("/on/node/provisioners")) as object[];
    const more = ["faults", "hard_faults", "locked_amt", "owner"];
    assert.deepEqual(keys(first), ["amount", "eligibility", "key", "reward", ...more].sort());
  });

  it("POST /on/node/crs answers hex, or raw bytes, with the hash in a header", async () => {
    const hex = await post("/on/node/crs");
    const raw = await post("/on/node/crs", { headers: acceptOctets });
    assert.equal(raw.bytes.length, 200_000);
    assert.equal(hex.text, raw.bytes.toString("hex"));
    for (const { headers } of [hex, raw]) {
      assert.equal(headers.get("crs-hash"), createHash("sha256").update(raw.bytes).digest("hex"));
    }
  });

  it("POST /on/network/peers answers as many peers as asked for", async () => {
    const peers = parsed(await post("/on/network/peers", { body: "3" })) as string[];
    assert.equal(peers.length, 3);
    for (const peer of peers) assert.match(peer, /^[\d.]+:\d+$/);
  });

  it("POST /on/network/peers refuses what is no integer", async () => {
    const { status, text } = await post("/on/network/peers", { body: "many" });
    assert.deepEqual([status, text], [400, "Invalid input: invalid amount"]);
  });

  it("POST /on/network/peers_location answers places or null", async () => {
    const places = parsed(await post("/on/network/peers_location")) as (object | null)[];
    assert.ok(places.includes(null));
    assert.deepEqual(keys(places[0]), ["city", "country", "country_name", "lat", "lon"]);
  });

  it("POST /on/blocks/gas-price considers at most as many transactions as asked for", async () => {
    const all = parsed(await post("/on/blocks/gas-price")) as Record<string, number>;
    assert.deepEqual(keys(all), ["average", "max", "median", "min"]);
    const one = parsed(await post("/on/blocks/gas-price", { body: "1" })) as Record<string, number>;
    assert.deepEqual(one, { average: all.max, max: all.max, median: all.max, min: all.max });
  });

  it("POST account answers nonce and balance as decimal strings", async () => {
    const body = JSON.stringify(accounts[1]);
    const account = parsed(await post(`/on/contracts:${transfer}/account`, { headers: json, body }));
    assert.deepEqual(account, { nonce: "0", balance: "15700089532863777423" });
  });

  it("POST contract_balance answers a JSON string", async () => {
    const body = JSON.stringify(token);
    const balance = parsed(await post(`/on/contracts:${transfer}/contract_balance`, { headers: json, body }));
    assert.equal(balance, "15700089532863777423");
  });

  it("POST metadata answers the fields of 2.9", async () => {
    const metadata = parsed(await post(`/on/contract:${counter}/metadata`)) as Record<string, unknown>;
    const fields = ["contract_owner", "created_at", "driver_available", "driver_signature", "owner"];
    assert.deepEqual(keys(metadata), fields);
    assert.equal(metadata.driver_available, true);
    assert.equal(metadata.created_at, null);
  });

  it("POST metadata of a built-in contract names its owner and no driver, whatever way the id is written", async () => {
    for (const id of [transfer, `0x${transfer}`]) {
      const metadata = parsed(await post(`/on/contract:${id}/metadata`)) as Record<string, unknown>;
      assert.deepEqual([metadata.owner, metadata.driver_available], [accounts[0], false]);
    }
  });

  it("POST driver get_schema answers functions, events and imports", async () => {
    for (const id of [counter, token, transfer]) {
      const schema = parsed(await post(`/on/driver:${id}/get_schema`)) as Record<string, object[]>;
      assert.deepEqual(keys(schema), ["events", "functions", "imports", "name"]);
      assert.ok((schema.functions?.length ?? 0) > 1);
    }
  });

  it("POST driver get_schema drops the connection for the silent contract", async () => {
    await assert.rejects(post(`/on/driver:${silent}/get_schema`), { message: "fetch failed" });
    assert.equal((await post(`/on/driver:${silent}/get_version`)).text, "0.0.3");
  });

  it("POST driver methods encode and decode inputs, outputs and events", async () => {
    const driver = (method: string, body: string) => post(`/on/driver:${counter}/${method}`, { body });
    const encoded = await driver("encode_input_fn:increment_by", "258");
    assert.equal(encoded.text, "02010000");
    assert.equal(parsed(await driver("decode_input_fn:increment_by", "0x02010000")), 258);
    const bounds = parsed(await driver("decode_output_fn:bounds", "0x0100000000000000ffffffffffffffff"));
    assert.deepEqual(bounds, ["1", "18446744073709551615"]);
    assert.equal(parsed(await driver("decode_event:counted", "0x0a00000000000000")), "10");
  });

  it("POST driver methods name what does not fit by its JSON path", async () => {
    const { status, text } = await post(`/on/driver:${token}/encode_input_fn:transfer`, {
      body: JSON.stringify({ to: { Contract: counter }, amount: -1, memo: "" }),
    });
    const reason = "$.amount: -1 is out of range for u64";
    assert.deepEqual([status, text], [500, `Data driver error: encode_input_fn failed with: ${reason}`]);
  });

  it("POST blobs answers commitment, proof and data in one by hash and by commitment, and a sidecar as JSON", async () => {
    const { blobs } = (await sandbox.control("state")) as {
      blobs: { hash: string; commitment: string; bytes: number }[];
    };
    for (const { hash, commitment, bytes } of blobs) {
      const byHash = await post(`/on/blobs:${hash}/hash`);
      const byCommitment = await post(`/on/blobs:${commitment}/commitment`);
      assert.equal(byHash.bytes.length, 48 + 48 + bytes);
      assert.deepEqual(byCommitment.bytes, byHash.bytes);
      const sidecar = parsed(await post(`/on/blobs:${hash}/hash`, { headers: json })) as Record<string, string>;
      assert.deepEqual(Object.keys(sidecar), ["commitment", "data", "proof"]);
      const parts = [sidecar.commitment, sidecar.proof, sidecar.data].join("");
      assert.equal(parts, byHash.bytes.toString("hex"));
    }
  });

  it("POST blobs answers 404 for one that it does not keep, by its hash, and 400 for what is no hex", async () => {
    assert.equal((await post(`/on/blobs:${"ab".repeat(32)}/hash`)).status, 404);
    const { status, text } = await post(`/on/blobs:00/commitment`);
    const hash = "01340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
    assert.deepEqual([status, text], [404, `Not found: Blob with versioned hash ${hash} not found`]);
    assert.equal((await post("/on/blobs:zz/hash")).status, 400);
  });

  it("POST stats answers account and transaction counts on an archive node", async () => {
    assert.deepEqual(keys(parsed(await post("/on/stats/account_count"))), ["public_accounts"]);
    const counts = parsed(await post("/on/stats/tx_count")) as Record<"public" | "shielded" | "total", number>;
    assert.equal(counts.public + counts.shielded, counts.total);
    assert.ok(counts.total > 0);
  });

  it("POST prove answers the same proof for the same input, as hex or raw", async () => {
    const hex = await post("/on/prover/prove", { body: "0x0102" });
    const raw = await post("/on/prover/prove", { body: "0x0102", headers: acceptOctets });
    assert.equal(hex.text, raw.bytes.toString("hex"));
    assert.notEqual((await post("/on/prover/prove", { body: "0x0103" })).text, hex.text);
  });

  it("POST prove refuses an empty input", async () => {
    const { status, text } = await post("/on/prover/prove");
    assert.equal(status, 500);
    assert.match(text, /^Prover error: /);
  });

  it("answers routes outside its role with 501", async () => {
    const plain = await startSandbox({ blockMs: 0, roles: ["plain"], args: ["--history", "0"] });
    try {
      for (const path of ["/on/stats/account_count", "/on/stats/tx_count", "/on/prover/prove"]) {
        const { status, text } = await ask(plain.url, path);
        assert.deepEqual([status, text], [501, "Unsupported operation"]);
      }
    } finally {
      await plain.stop();
    }
  });

  it("has no driver for a contract without one", async () => {
    const { status, text } = await post(`/on/driver:${vault}/get_schema`);
    assert.deepEqual([status, text], [404, `Not found: No data driver for contract id ${vault} found.`]);
  });
});
