import { type Answer, type Ask, jsonAnswer, refuse, textAnswer, Refusal } from "../http/answer";
import { fromBase58 } from "../wire/base58";
import { header, headerValue } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";
import { contractId } from "./contracts";
import { contractStatus } from "./deprecated";

/** `/on/contract:<id>/…` (§4.7): metadata, the driver's bytes, and the deprecated balance. */
export function contractRoute(ask: Ask, node: SandboxNode): Answer {
  if (ask.entity === undefined) throw refuse.unrouted(node.options.like, "no route contract without an entity");
  const wrong = ask.topic === "status" ? `Invalid contract ID: ${formatFault}` : "Invalid contract id";
  const digits = ask.topic === "metadata" ? ask.entity.replace(/^0x/, "") : ask.entity;
  const id = contractId({ ...ask, entity: digits }, wrong);
  switch (ask.topic) {
    case "metadata":
      return metadata(id, node);
    case "download_driver":
      return downloadDriver(id, node);
    case "upload_driver":
      return uploadDriver(ask, node, id);
    case "status":
      return contractStatus(id, node);
    default:
      throw refuse.unrouted(node.options.like, `no route contract/${ask.topic}`);
  }
}

/** What the formatter of a node says of an id that is none. */
const formatFault = "an error occurred when formatting an argument";

function metadata(id: string, node: SandboxNode): Answer {
  const { like } = node.options;
  const owner = node.ownerOf(id);
  if (owner === undefined && like["metadata of an unknown contract"] === 404) {
    throw refuse.notFound(`Contract ${id} not found`);
  }
  const contract = node.world.contracts.get(id);
  const metadata = {
    created_at: contract?.definition.createdAt ?? null,
    // Of the drivers built into the node its storage knows nothing.
    driver_available: contract !== undefined && contract.driver !== "built-in" && contract.driver !== "none",
    driver_signature: contract?.driverSignature ?? null,
    owner: owner ?? "",
  };
  if (like["contract_owner in metadata"] === "none") return jsonAnswer(metadata);
  return jsonAnswer({ ...metadata, contract_owner: fromBase58(owner ?? "", 96)?.toString("hex") ?? "" });
}

function downloadDriver(id: string, node: SandboxNode): Answer {
  const contract = node.world.contracts.get(id);
  const module = contract && node.driverModules.of(contract);
  if (!module) throw refuse.notFound("Driver not registered");
  return { status: 200, headers: { "content-type": "application/wasm" }, body: module };
}

/** The signature is checked before the module; one that is read as a number counts as none. */
function uploadDriver(ask: Ask, node: SandboxNode, id: string): Answer {
  const sign = headerValue(header(ask, "sign") ?? "null");
  if (typeof sign !== "string") throw refuse.input("Signature missing");
  const contract = node.world.contracts.get(id);
  if (!contract) throw refuse.notFound(`Contract owner not found: VM Error: Contract does not exist: ${id}`);
  const signature = sign.toLowerCase();
  node.driverKey.check(ask.body, signature);
  if (contract.driver === "built-in") throw refuse.input("the driver of this contract is built into the node");
  checkDriver(ask.body);
  node.driverModules.keep(contract, Buffer.from(ask.body), signature);
  return textAnswer("Driver uploaded");
}

/** What a driver's module must export. */
const names = [
  ...["memory", "init", "alloc", "dealloc", "get_last_error", "get_schema", "get_version"],
  ...["encode_input_fn", "decode_input_fn", "decode_output_fn", "decode_event"],
];

/** The part of the platform's WebAssembly that is used here; the Node.js types do not describe it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Module: (new (bytes: Uint8Array) => object) & { exports(module: object): { name: string }[] } };
};

/** Throws `Refusal` unless the bytes are a module that can be a driver. */
function checkDriver(bytes: Uint8Array): void {
  const found = exportsOf(bytes);
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) throw failed(`module does not export ${missing.join(", ")}`);
}

function exportsOf(bytes: Uint8Array): string[] {
  try {
    return WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
  } catch (error) {
    throw failed(`body is no WebAssembly module: ${(error as Error).message}`);
  }
}

function failed(text: string): Refusal {
  return new Refusal(500, text, "Data driver error: ");
}
