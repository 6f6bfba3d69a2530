import assert from "node:assert/strict";
import fc from "fast-check";
import {
  checkAccountKey,
  checkCommitment,
  checkContractId,
  checkHash,
  hasBuiltInDriver,
  stakeContractId,
  transferContractId,
  type CheckedId,
} from "../../../src/wire/ids";

const key = "2zhJdR6hLhNqYPXgkGBqB4m7c5YyFbyQK9UuQAwVfsEtDn8a";
const digits64 = "0123456789ABCDEF".repeat(4);
const digits96 = "fedcba9876543210".repeat(6);

describe("ids", () => {
  it("brings every way of writing an id to the node's own spelling", () => {
    for (const text of [digits64, `0x${digits64}`, `0X${digits64}`, `\t0x${digits64}\n`]) {
      assert.deepEqual(checkContractId(text), { ok: true, value: digits64.toLowerCase() });
      assert.deepEqual(checkHash(text), { ok: true, value: digits64.toLowerCase() });
    }
    assert.deepEqual(checkCommitment(`0x${digits96.toUpperCase()}`), { ok: true, value: digits96 });
  });

  it("never changes an id that it accepted before", () => {
    const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(hex, (text) => {
        const once = checkContractId(text);
        assert.deepEqual(once.ok && checkContractId(once.value), once);
      }),
    );
  });

  it("trims an account key and keeps its case", () => {
    assert.deepEqual(checkAccountKey(` ${key}\r\n`), { ok: true, value: key });
  });

  const refused: [check: (text: string) => CheckedId, text: string, hint: RegExp][] = [
    [checkContractId, "", /empty/],
    [checkContractId, "0x", /empty/],
    [checkContractId, digits64.slice(2), /has 64 hex digits, this has 62/],
    [checkContractId, key, /looks like an account key/],
    [checkContractId, `${digits64.slice(1)}x`, /Character 64 .* not a hex digit/],
    [checkHash, digits96, /96 digits make a blob commitment/],
    [checkCommitment, digits64, /64 digits make a hash/],
    [checkCommitment, `${digits96}00`, /has 96 hex digits, this has 98/],
    [checkAccountKey, digits64, /This is hex/],
    [checkAccountKey, `0x${digits64}`, /This is hex/],
    [checkAccountKey, "", /empty/],
    [checkAccountKey, key.replace("J", "0"), /Character 4 .*leaves out 0, O, I and l/],
    [checkAccountKey, key.replace("J", "l"), /Character 4 .*leaves out/],
    [checkAccountKey, `${key} ${key}`, /not base58/],
    [checkAccountKey, "abc", /longer than 3/],
  ];
  for (const [check, text, hint] of refused) {
    it(`refuses ${JSON.stringify(text)} as ${check.name.slice(5)} with a hint`, () => {
      const checked = check(text);
      assert.ok(!checked.ok);
      assert.match(checked.problem, hint);
    });
  }

  it("knows the two contracts whose drivers are part of the node", () => {
    assert.ok(transferContractId.startsWith("0100") && hasBuiltInDriver(transferContractId));
    assert.ok(stakeContractId.startsWith("0200") && hasBuiltInDriver(stakeContractId));
    assert.ok(!hasBuiltInDriver(digits64));
  });
});
