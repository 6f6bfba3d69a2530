import { unitsToCoins } from "../../wire/coins";

/** An amount in units and, exactly, in coins. */
export function amountWords(units: bigint): string {
  return `${units} (${unitsToCoins(units)} coins)`;
}
