import type { Connection } from "../../../client/connection";
import type { Json } from "../../../wire/json/exactJson";
import { fieldsOf, integerOf, jsonIn } from "../../../wire/json/fields";
import { shortWords } from "../../../wire/shortWords";
import { amountWords } from "../../../wire/coins";
import { transactionSummary } from "./chainAnswers";
import { transactionDetails } from "./chainQueries";

/**
 * Who sends how much to whom: lists do not tell it, so the node is asked when the pointer rests on a row. No lines where
 * it tells nothing of it, or does not answer.
 */
export async function transferLines(connection: Connection, hash: string): Promise<string[]> {
  if (connection.status.state !== "up") return [];
  try {
    const details = await transactionDetails(await connection.node(), hash);
    const { sender, receiver, value, deposit } = ownFields(transactionSummary(details?.value)?.json);
    const units = (amount: Json | undefined) => integerOf(amount) || undefined;
    const named = { sender, receiver, value: units(value), deposit: units(deposit) };
    return Object.entries(named).flatMap(([name, each]) => {
      if (typeof each === "string" && each !== "") return `${name}: ${shortWords(each)}`;
      return typeof each === "bigint" ? `${name}: ${amountWords(each)}` : [];
    });
  } catch {
    return []; // what is known without it is shown all the same
  }
}

/** The fields of the node's own JSON of a transaction, where the schema gives it. */
export function ownFields(json: string | undefined): { [name: string]: Json } {
  return json === undefined ? {} : fieldsOf(jsonIn(json));
}
