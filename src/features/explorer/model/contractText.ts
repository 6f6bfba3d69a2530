import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import { stringifyExactJson } from "../../../wire/json/exactJson";
import { objectText } from "../../../wire/json/jsonMembers";
import type { ContractDetails } from "./contractDetails";
import { amount } from "./readableDocument";

/** All that a node tells of a contract as JSON; what failed says why in its place. */
export function contractText(id: string, details: ContractDetails, balance: bigint | NodeError): string {
  const { metadata, described, version, schemaProblem } = details;
  const { schema, notes } = described;
  const worded = (each: string | NodeError) =>
    JSON.stringify(each instanceof NodeError ? t`failed: ${each.message}` : each);
  return objectText([
    ["id", JSON.stringify(id)],
    ["balance", worded(balance instanceof NodeError ? balance : (amount(balance) as string))],
    ["metadata", metadata instanceof NodeError ? worded(metadata) : metadata.response.text],
    ["driver_version", worded(version)],
    ["notes", stringifyExactJson([...notes])],
    ["schema_problem", JSON.stringify(schemaProblem?.message)],
    ["functions", stringifyExactJson(schema.functions.map((fn) => ({ ...fn })))],
    ["events", stringifyExactJson(schema.events.map((event) => ({ ...event })))],
  ]);
}
