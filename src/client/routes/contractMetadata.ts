import type { Json } from "../../wire/json/exactJson";
import { hasBuiltInDriver } from "../../wire/ids";
import { type JsonResponse } from "../http/responseValue";
import { FieldReader, fieldsOf, type OddField } from "../../wire/json/fields";

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
  /** Whether the node shows any sign of knowing the contract: it answers for ids that no one deployed as well. */
  known: boolean;
  /** The whole answer. */
  response: JsonResponse;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
}

/** Reads the metadata of a contract, leniently: what is null or missing is not known. */
export function contractMetadata(contractId: string, response: JsonResponse): ContractMetadata {
  // Some nodes know nothing of a contract and say so in one word.
  const read = new FieldReader(response.value ?? {});
  const owner = read.anyText("owner");
  const contractOwner = read.anyText("contract_owner");
  const uploaded = read.anyFlag("driver_available") === true;
  const builtIn = hasBuiltInDriver(contractId);
  return {
    owner,
    contractOwner,
    driver: uploaded ? "uploaded" : builtIn ? "built-in" : "none",
    driverSignature: read.anyText("driver_signature"),
    createdAt: fieldsOf(response.value)["created_at"] ?? undefined,
    known: builtIn || uploaded || owner !== undefined || contractOwner !== undefined || read.odd.length > 0,
    response,
    odd: read.odd,
  };
}
