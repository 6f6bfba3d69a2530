import assert from "node:assert/strict";
import { builtinContract, builtinContracts } from "../../../src/contract/schema/builtinContracts";
import { callableName } from "../../../src/contract/schema/callableName";
import { contractNamed } from "../../../src/contract/schema/knownContracts";
import { contractIdOf } from "../../../src/contract/schema/contractId";
import { shortId } from "../../../src/wire/ids";
import { quickSteps, inputFromSteps } from "../../../src/contract/input/quickSteps";
import { parseRustType } from "../../../src/contract/types/typeReader";

const transfer = "01".padEnd(64, "0");
const stake = "02".padEnd(64, "0");

describe("the palette's questions for an input", () => {
  const asked: [type: string, steps: string[] | undefined][] = [
    ["()", []],
    ["u64", ["Argument: u64"]],
    ["AccountPublicKey", ["Argument: AccountPublicKey"]],
    ["(ContractId, Vec<u8>)", ["Argument 1 of 2: ContractId", "Argument 2 of 2: Vec<u8>"]],
    ["(u64,)", ["Argument: u64"]],
    ["SetValue", undefined],
    ["(u64, SetValue)", undefined],
    ["Option<u64>", undefined],
    ["Vec<u64>", undefined],
    ["((u64, u64), u64)", undefined],
    ["", undefined],
  ];
  for (const [type, steps] of asked) {
    it(`${type || "a missing type"} ${steps ? `asks ${steps.length} times` : "goes to the panel"}`, () => {
      const found = quickSteps(parseRustType(type));
      assert.deepEqual(
        found?.map((step) => `${step.label}: ${step.typeText}`),
        steps,
      );
    });
  }

  it("make a value: null for (), the answer for a scalar, a list for a tuple", () => {
    assert.equal(inputFromSteps(parseRustType("()"), []), null);
    assert.equal(inputFromSteps(parseRustType("u64"), ["5"]), "5");
    assert.deepEqual(inputFromSteps(parseRustType("(u64,)"), ["5"]), ["5"]);
    assert.deepEqual(inputFromSteps(parseRustType("(u64, bool)"), ["5", true]), ["5", true]);
  });
});

describe("a contract as a person writes it", () => {
  const [one, two] = ["ab".repeat(32), "cd".repeat(32)];
  const named = [
    { id: one, name: "Token" },
    { id: two, name: "token" },
  ];

  it("is an id, or a name in whatever case where one contract has it", () => {
    for (const text of [one, ` 0x${one.toUpperCase()} `, "Token", " Token "])
      assert.deepEqual(contractNamed(text, named), { ok: true, value: one });
    assert.deepEqual(contractNamed("transfer CONTRACT", named), { ok: true, value: transfer });
  });

  it("is none where several have the name, or no one does", () => {
    assert.deepEqual(contractNamed("TOKEN", named), {
      ok: false,
      problem: "2 contracts are named Token: give the id.",
    });
    for (const text of ["", "Tok", "ab", "[x](command:y)"]) assert.equal(contractNamed(text, named).ok, false);
  });
});

describe("a name the node would lower-case", () => {
  it("is explained for functions and for events", () => {
    assert.deepEqual(callableName("totalSupply", "function"), {
      reachedAs: "totalsupply",
      warning:
        'The name "totalSupply" has capital letters: a node that lower-cases names looks for "totalsupply" and cannot call it.',
    });
    assert.match(callableName("RewardPaid", "event").warning ?? "", /"rewardpaid" and never delivers it\.$/);
  });

  for (const name of ["total_supply", "f2", "转账", ""]) {
    it(`is not ${JSON.stringify(name)}`, () => assert.deepEqual(callableName(name, "function"), { reachedAs: name }));
  }
});

describe("the built-in contracts", () => {
  it("are the transfer and the stake contract, found in any spelling of their ids", () => {
    assert.deepEqual(
      builtinContracts.map(({ id }) => id),
      [transfer, stake],
    );
    assert.equal(builtinContract(` 0x${transfer} `)?.name, "Transfer contract");
    assert.equal(builtinContract(stake.toUpperCase())?.name, "Stake contract");
    assert.equal(builtinContract(`00${transfer.slice(2)}`), undefined);
    assert.equal(builtinContract("nonsense"), undefined);
  });

  it("offer their queries without a schema from the node", () => {
    const functions = builtinContract(transfer)?.schema.functions ?? [];
    assert.deepEqual(
      functions.slice(0, 2).map(({ name, input }) => [name, input]),
      [
        ["account", "AccountPublicKey"],
        ["contract_balance", "ContractId"],
      ],
    );
    assert.ok(functions.some(({ name, input }) => name === "root" && input === "()"));
  });

  it("are those of the driver routes of deployed nodes, with the functions that stream marked", () => {
    const namesOf = (id: string) => (builtinContract(id)?.schema.functions ?? []).map(({ name }) => name).sort();
    const transferNames =
      "account contract_balance chain_id root num_notes opening existing_nullifiers leaves_from_height leaves_from_pos sync " +
      "sync_nullifiers sync_contract_balances sync_accounts deposit withdraw mint mint_to_contract convert " +
      "contract_to_contract contract_to_account";
    assert.deepEqual(namesOf(transfer), transferNames.split(" ").sort());
    const stakeNames =
      "get_stake get_stake_keys get_version get_config burnt_amount stakes stake unstake withdraw stake_from_contract";
    assert.deepEqual(namesOf(stake), stakeNames.split(" ").sort());
    const topics = builtinContracts.map(({ schema }) => schema.events.map(({ topic }) => topic).sort());
    assert.deepEqual(topics, [
      "contract_to_account contract_to_contract convert deposit mint mint_c moonlight phoenix withdraw".split(" "),
      "hard_slash reward slash stake unstake withdraw".split(" "),
    ]);
    const streams = builtinContracts.flatMap(({ schema }) => schema.functions.filter((fn) => fn.streams));
    assert.deepEqual(streams.map(({ name, undecoded }) => (undecoded ? `${name} as bytes` : name)).sort(), [
      ...["leaves_from_height as bytes", "leaves_from_pos as bytes", "stakes", "sync as bytes"],
      ...["sync_accounts", "sync_contract_balances", "sync_nullifiers"],
    ]);
    for (const { name, doc, undecoded } of streams) if (undecoded) assert.match(doc ?? "", /come as bytes/, name);
  });

  it("have types that are read where they are known, documentation, and names that can be called", () => {
    for (const { schema } of builtinContracts) {
      for (const { name, doc, input, output } of schema.functions) {
        assert.ok(doc, name);
        assert.equal(callableName(name, "function").warning, undefined);
        for (const type of [input, output]) if (type) assert.notEqual(parseRustType(type).kind, "unknown", name);
      }
      for (const { data } of schema.events) if (data) assert.notEqual(parseRustType(data).kind, "unknown");
    }
  });
});

describe("a contract id in a label", () => {
  it("is cut in the middle and keeps the node's byte order", () => {
    assert.equal(shortId(transfer), "01000000…0000");
    assert.equal(shortId("abc"), "abc");
  });

  it("is read in every spelling and written in one", () => {
    assert.equal(contractIdOf(` 0X${"AB".repeat(32)}\n`), "ab".repeat(32));
    assert.equal(contractIdOf("ab"), undefined);
  });
});
