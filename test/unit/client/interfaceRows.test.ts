import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every row of the node interface that a client can meet, as the titles of the tests name it. */
const rows = [
  "§4.1 POST /graphql",
  "§4.1 POST /on/graphql/query",
  "§4.2 POST /on/node/info",
  "§4.2 POST /on/node/provisioners",
  "§4.2 POST /on/node/crs",
  "§4.3 POST /on/network/peers",
  "§4.3 POST /on/network/peers_location",
  "§4.4 POST /on/blocks/gas-price",
  "§4.5 POST /on/transactions/preverify",
  "§4.5 POST /on/transactions/propagate",
  "§4.5 POST /on/transactions/simulate",
  "§4.6 POST /on/contracts:<contract_id>/<method>",
  "§4.6 POST /on/contracts:{transfer_contract_id}/account",
  "§4.6 POST /on/contracts:{transfer_contract_id}/contract_balance",
  "§4.7 POST /on/contract:<contract_id>/metadata",
  "§4.7 POST /on/contract:<contract_id>/download_driver",
  "§4.7 POST /on/contract:<contract_id>/upload_driver",
  "§4.8 get_schema",
  "§4.8 get_version",
  "§4.8 encode_input_fn:<fn_name>",
  "§4.8 decode_input_fn:<fn_name>",
  "§4.8 decode_output_fn:<fn_name>",
  "§4.8 decode_event:<event_name>",
  "§4.9 POST /on/blobs:<commitment>/commitment",
  "§4.9 POST /on/blobs:<hash>/hash",
  "§4.10 POST /on/stats/account_count",
  "§4.10 POST /on/stats/tx_count",
  "§4.11 POST /on/prover/prove",
  "§4.12 GET (WebSocket upgrade) /on",
  "§4.12 GET /on/<component>[:<entity>]/<topic>",
  "§4.12 DELETE /on/<component>[:<entity>]/<topic>",
  "§4.12 POST /on/<component>[:<entity>]/<topic>",
  "§7 Subscribe 200",
  "§7 Subscribe 400",
  "§7 Subscribe 404",
  "§7 Subscribe 424",
  "§7 Unsubscribe 200",
  "§7 Unsubscribe 400",
  "§7 Unsubscribe 404",
  "§7 Unsubscribe 424",
  "§7 Dispatch 200",
  "§7 Dispatch 202",
  "§7 Dispatch 400",
  "§7 Dispatch 404",
  "§7 Dispatch 422",
  "§7 Dispatch 424",
  "§7 Propagate 202",
  "§9 Node-Version of every response",
  "§9 Node-Version requirement",
  "§9 Node-Version-Strict",
  "§9 incompatible version",
  "§9 version and version_build",
  "§9 deprecation headers",
  "§9 POST /on/account:<account_bls_pk>/status",
  "§9 POST /on/contract:<contract_id>/status",
  "§9 POST /on/contract_owner:<contract_id>/<topic>",
  "§9 POST /on/graphql/query",
];

describe("the rows of the node interface", () => {
  const titles = readdirSync(__dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => [...readFileSync(join(__dirname, name), "utf8").matchAll(/\bit\(\s*["`](§[^"`]*)/g)])
    .map(([, title = ""]) => title);

  for (const row of rows) {
    it(`has a test for ${row}`, () => {
      assert.ok(
        titles.some((title) => title === row || title.startsWith(`${row}: `)),
        `No test in ${__dirname} has a title that begins with “${row}: ”`,
      );
    });
  }
});
