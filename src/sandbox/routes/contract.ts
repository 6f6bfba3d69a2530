import type { Answer, Ask } from "../answer";
import { jsonAnswer, refuse, textAnswer } from "../answer";
import type { SampleContract } from "../contracts/contract";
import { checkDriver } from "../driverExports";
import { header, headerValue } from "../payload";
import type { SandboxNode } from "../sandboxNode";
import { contractId } from "./contracts";
import { contractStatus } from "./deprecated";

/** `/on/contract:<id>/…` (§4.7): metadata, the driver's bytes, and the deprecated balance. */
export function contractRoute(ask: Ask, node: SandboxNode): Answer {
  const id = contractId(ask);
  const contract = node.contracts.get(id);
  switch (ask.topic) {
    case "metadata":
      return metadata(id, contract, node);
    case "download_driver":
      return downloadDriver(id, node);
    case "upload_driver":
      return uploadDriver(ask, node, id);
    case "status":
      return contractStatus(id, node);
    default:
      throw refuse.notFound(`no route contract/${ask.topic}`);
  }
}

function metadata(id: string, contract: SampleContract | undefined, node: SandboxNode): Answer {
  if (!contract && !node.options.lenientMetadata) throw refuse.notFound(`Contract ${id} not found`);
  // Of a built-in contract the node's storage knows neither owner nor driver.
  if (!contract || contract.driver === "built-in") {
    return jsonAnswer({
      owner: "",
      contract_owner: "",
      driver_available: false,
      driver_signature: null,
      created_at: null,
    });
  }
  return jsonAnswer({
    owner: node.owner.key,
    contract_owner: node.owner.hash,
    driver_available: contract.driver !== "none",
    driver_signature: contract.driverSignature,
    created_at: contract.definition.createdAt,
  });
}

function downloadDriver(id: string, node: SandboxNode): Answer {
  const contract = node.contracts.get(id);
  const module = contract && node.driverModules.of(contract);
  if (!module) throw refuse.notFound(`No data driver for contract id ${id} found.`);
  return { status: 200, headers: { "content-type": "application/wasm" }, body: module };
}

/** The signature is checked before the module; one that is read as a number counts as none. */
function uploadDriver(ask: Ask, node: SandboxNode, id: string): Answer {
  const sign = headerValue(header(ask, "sign") ?? "null");
  if (typeof sign !== "string") throw refuse.input("Signature missing");
  const contract = node.contracts.get(id);
  if (!contract) throw refuse.notFound(`Contract ${id} not found`);
  const signature = sign.toLowerCase();
  node.driverKey.check(ask.body, signature);
  if (contract.driver === "built-in") throw refuse.input("the driver of this contract is built into the node");
  checkDriver(ask.body);
  node.driverModules.keep(contract, Buffer.from(ask.body), signature);
  return textAnswer("Driver uploaded");
}
