import type { Json } from "../wire/exactJson";
import { hasBuiltInDriver } from "../wire/ids";
import { fieldsOf, type JsonAnswer } from "./answerValue";

/** What a node knows of a contract (§2.9). What it does not know is undefined. */
export interface ContractMetadata {
  /** Base58 key. */
  owner: string | undefined;
  /** Hex. */
  contractOwner: string | undefined;
  /** `built-in` drivers are part of the node, which then says that there is none. */
  driver: "uploaded" | "built-in" | "none";
  /** Hex. */
  driverSignature: string | undefined;
  createdAt: Json | undefined;
  /** Whether the node shows any sign of knowing the contract: it answers for ids that nobody deployed as well. */
  known: boolean;
  /** The whole answer. */
  answer: JsonAnswer;
}

/** Reads the metadata of a contract, leniently. */
export function contractMetadata(contractId: string, answer: JsonAnswer): ContractMetadata {
  const fields = fieldsOf(answer.value);
  const owner = text(fields["owner"]);
  const contractOwner = text(fields["contract_owner"]);
  const uploaded = fields["driver_available"] === true;
  const builtIn = hasBuiltInDriver(contractId);
  return {
    owner,
    contractOwner,
    driver: uploaded ? "uploaded" : builtIn ? "built-in" : "none",
    driverSignature: text(fields["driver_signature"]),
    createdAt: fields["created_at"] ?? undefined,
    known: builtIn || uploaded || owner !== undefined || contractOwner !== undefined,
    answer,
  };
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
