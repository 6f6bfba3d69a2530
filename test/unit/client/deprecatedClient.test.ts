import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { transferContractId } from "../../../src/wire/ids";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";

describe("deprecated routes", () => {
  let connection: NodeConnection;
  let accounts: string[];
  let contracts: Record<string, string>;

  before(async () => {
    const sandbox = await sharedSandbox();
    connection = connectTo(sandbox);
    ({ accounts, contracts } = (await sandbox.control("state")) as { accounts: string[]; contracts: typeof contracts });
  });
  after(() => connection.dispose());

  it("§9 POST /on/account:<account_bls_pk>/status: gives numbers exactly, and says that it is deprecated", async () => {
    const { value, meta } = await connection.deprecated.accountStatus(accounts[1] ?? "");
    const status = value as { balance: bigint; nonce: number; next_nonce: number };
    assert.equal(status.balance, 15700089532863777423n);
    assert.equal(status.nonce, 0);
    assert.equal(status.next_nonce, 1);
    assert.match(meta.deprecation?.note ?? "", /deprecated.*removal/i);
  });

  it("§9 POST /on/contract:<contract_id>/status: wraps the balance that contract_balance gives", async () => {
    const { value, meta } = await connection.deprecated.contractStatus(transferContractId);
    const { balance } = value as { balance: bigint };
    assert.equal(balance, await connection.contracts.contractBalance(transferContractId));
    assert.ok(meta.deprecation);
  });

  it("§9 POST /on/contract_owner:<contract_id>/<topic>: gives the owner, and the route that replaces it", async () => {
    const { text, meta } = await connection.deprecated.contractOwner(contracts["Token"] ?? "");
    const { contractOwner } = await connection.contracts.metadata(contracts["Token"] ?? "");
    assert.ok(contractOwner && text.includes(contractOwner));
    assert.equal(meta.deprecation?.successor, `/on/contract:${contracts["Token"]}/metadata`);
  });

  it("§9 deprecation headers: are absent from the routes that stay", async () => {
    const { meta } = await connection.contracts.metadata(contracts["Token"] ?? "").then(({ response }) => response);
    assert.equal(meta.deprecation, undefined);
  });

  it("refuses ids of the wrong family", async () => {
    await nodeFailure(connection.deprecated.accountStatus(transferContractId), "invalid-input");
    await nodeFailure(connection.deprecated.contractStatus(accounts[0] ?? ""), "invalid-input");
  });
});
