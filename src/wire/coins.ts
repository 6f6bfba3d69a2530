import { t } from "../base/translate";
import { withoutEnd } from "./withoutEnd";
import { grouped, integerFrom } from "./integerText";

/** How many decimals a coin has: 1 coin is 10⁹ of the units in which the node counts. */
const coinDecimals = 9;

const unitsPerCoin = 10n ** BigInt(coinDecimals);
const mostUnits = 2n ** 64n - 1n;

/** An amount in units as exact coins: no exponent, no rounding, no superfluous zeros, the same in every locale. */
export function unitsToCoins(units: bigint): string {
  const size = units < 0n ? -units : units;
  const whole = size / unitsPerCoin;
  const fraction = withoutEnd(String(size % unitsPerCoin).padStart(coinDecimals, "0"), "0");
  return `${units < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}

/** An amount for a line on which a person reads it: coins first, their digits by threes, then the exact units. */
export function amountWords(units: bigint): string {
  const [whole = "", fraction] = unitsToCoins(units).split(".");
  return t`${grouped(whole) + (fraction === undefined ? "" : `.${fraction}`)} coins · ${units} units`;
}

/**
 * An amount of coins as typed, in units. Only digits, with one dot and at most nine decimals, are an amount: anything
 * that could be read in two ways is refused with a hint, and nothing typed is never zero.
 */
export function coinsToUnits(text: string): { ok: true; value: bigint } | { ok: false; problem: string } {
  const amount = text.trim();
  if (amount === "") return { ok: false, problem: t`The amount is empty.` };
  const parts = /^([0-9]+)(?:\.([0-9]+))?$/.exec(amount);
  if (!parts) return { ok: false, problem: whyNoAmount(amount) };
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > coinDecimals) {
    return { ok: false, problem: t`A coin has ${coinDecimals} decimals, this amount has ${fraction.length}.` };
  }
  const value = integerFrom(whole + fraction.padEnd(coinDecimals, "0"));
  if (value === undefined || value > mostUnits)
    return { ok: false, problem: t`The amount is above the highest possible, ${unitsToCoins(mostUnits)}.` };
  return { ok: true, value };
}

function whyNoAmount(amount: string): string {
  if (amount.includes(","))
    return t`Write the decimals after a dot; commas are not accepted, as they are read in two ways.`;
  if (/\s|_/.test(amount)) return t`Write the amount without spaces or separators between its digits.`;
  if (/^[-+]/.test(amount)) return t`Write the amount without a sign.`;
  if (amount.startsWith(".") || amount.endsWith(".")) return t`Write a digit before and after the dot, such as 0.5.`;
  return t`Write the amount in digits with at most one dot, such as 12.5.`;
}
