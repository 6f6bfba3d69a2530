import { createHash } from "node:crypto";
import { fromBase58, toBase58 } from "../wire/base58";
import { ByteReader, ByteWriter } from "../wire/bytes";
import type { MoonlightTransaction } from "./transaction";

export type TransactionParts = Omit<MoonlightTransaction, "type" | "hash" | "raw" | "blobs"> &
  Partial<Pick<MoonlightTransaction, "blobs">>;

/**
 * Writes a transaction in the sandbox's own format. Integers are little-endian, `sized` is a u32 length and the bytes, `optional` a
 * byte 0 or 1 and the value.
 *
 * | field | bytes |
 * |---|---|
 * | magic | 4: "CSTX" |
 * | format version | 1: 2 |
 * | chain id | 1 |
 * | sender | 96, public key |
 * | receiver | optional 96 |
 * | value, nonce, deposit, gas limit, gas price | 8 each |
 * | call | optional: contract 32, function name sized UTF-8, arguments sized |
 * | contract to deploy | optional sized |
 * | memo | optional sized |
 * | blobs | 32 each, their hashes; nothing where there are none |
 * | seal | 32: SHA-256 of "sandbox-seal" and everything before, in place of a signature |
 *
 * The transaction's hash is the SHA-256 of all of it.
 */
export function encodeTransaction(parts: TransactionParts): Buffer {
  const out = new ByteWriter().raw(magic).integer(2, 1).integer(parts.chainId, 1).raw(keyBytes(parts.sender));
  out.optional(parts.receiver, (key) => void out.raw(keyBytes(key)));
  for (const name of amounts) out.integer(parts[name], 8);
  out.optional(parts.call, ({ contract, fnName, fnArgs }) => {
    out.raw(Buffer.from(contract, "hex")).sized(Buffer.from(fnName)).sized(fnArgs);
  });
  out.optional(parts.deploy, (bytes) => void out.sized(bytes));
  out.optional(parts.memo, (memo) => void out.sized(memo));
  for (const hash of parts.blobs ?? []) out.raw(Buffer.from(hash, "hex"));
  const body = out.done();
  return Buffer.concat([body, seal(body)]);
}

/** Reads {@link encodeTransaction}'s format; throws `RangeError` when the bytes are none. The seal is judged by {@link isSealed}. */
export function decodeTransaction(raw: Buffer): MoonlightTransaction {
  const from = new ByteReader(raw);
  if (!from.raw(4).equals(magic) || from.integer(1) !== 2n) throw new RangeError("not a sandbox transaction");
  const chainId = Number(from.integer(1));
  const sender = toBase58(from.raw(96));
  const receiver = from.optional(() => toBase58(from.raw(96)));
  const [value, nonce, deposit, gasLimit, gasPrice] = amounts.map(() => from.integer(8)) as Amounts;
  const call = from.optional(() => ({
    contract: from.raw(32).toString("hex"),
    fnName: from.sized().toString("utf8"),
    fnArgs: from.sized(),
  }));
  const deploy = from.optional(() => from.sized());
  const memo = from.optional(() => from.sized());
  const blobs: string[] = [];
  while (from.left > 32) blobs.push(from.raw(32).toString("hex"));
  from.raw(32);
  from.end();
  const parts = { chainId, sender, receiver, value, nonce, deposit, gasLimit, gasPrice, call, deploy, memo, blobs };
  return { type: "moonlight", hash: createHash("sha256").update(raw).digest("hex"), raw, ...parts };
}

export function isSealed(raw: Buffer): boolean {
  return seal(raw.subarray(0, -32)).equals(raw.subarray(-32));
}

const magic = Buffer.from("CSTX");
const amounts = ["value", "nonce", "deposit", "gasLimit", "gasPrice"] as const;
type Amounts = [bigint, bigint, bigint, bigint, bigint];

function seal(body: Buffer): Buffer {
  return createHash("sha256").update("sandbox-seal").update(body).digest();
}

function keyBytes(key: string): Buffer {
  const bytes = fromBase58(key, 96);
  if (!bytes) throw new RangeError(`not a public key: ${key}`);
  return bytes;
}
