import { t } from "../../base/translate";
import { bytesToHex, hexToBytes } from "../../wire/hex";
import type { Json } from "../../wire/json/exactJson";
import { checkAccountKey, checkContractId, hasBuiltInDriver, transferContractId } from "../../wire/ids";
import { FieldReader, integerOf, type LenientlyRead } from "../../wire/json/fields";
import { limits } from "../../wire/limits";
import {
  type BinaryResponse,
  binaryResponse,
  isJson,
  isRaw,
  jsonAnswer,
  type JsonResponse,
  metaOf,
  missingField,
  objectIn,
  readJson,
  responseText,
} from "../http/responseValue";
import { keptResponseBytes } from "../http/responseText";
import { contractFeed, type FeedChunk } from "./contractFeed";
import type { ContractMetadata } from "./contractMetadata";
import { askMetadata, withStanding } from "../contractStanding";
import { atMost, download, type ByteSink, type Progress } from "../http/download";
import { missingDriverExports } from "../../driver/driverModule";
import { originOf, type ResponseMeta } from "../http/nodeResponse";
import { NodeError } from "../failures/nodeError";
import { checkExtraHeaders } from "../http/requestHeaders";
import {
  acceptBytes,
  bytesContent,
  checkJson,
  idValue,
  inputBytes,
  jsonContent,
  requestPath,
  type BytesInput,
} from "../http/requestParts";
import type { NodeRequest } from "../http/nodeRequest";
import type { Transport } from "../http/transport";

/** A call's argument: JSON text for the contract's driver to encode, or bytes for the contract as they are. */
export type ContractInput = ({ json: string } | BytesInput) & {
  /** Sent with this call only; checked before anything is sent. */
  headers?: Readonly<Record<string, string>>;
};

/** A call's output: decoded by the contract's driver, or the bytes as the contract gave them. */
export type ContractOutput =
  | { kind: "json"; value: Json; text: string; meta: ResponseMeta }
  | ({ kind: "bytes"; meta: ResponseMeta } & BinaryResponse);

/** An account's committed state (§2.7), as far as it can be read. The balance is in units. */
export interface AccountState extends LenientlyRead {
  nonce: bigint | undefined;
  balance: bigint | undefined;
}

/** Contract queries (§4.6), contract metadata and driver files (§4.7). Contract ids are checked before anything is sent. */
export class ContractClient {
  /** `replaced` is told the id of a contract that was given another driver. */
  constructor(
    private readonly transport: Transport,
    private readonly replaced: (contractId: string) => void = () => undefined,
  ) {}

  /**
   * `POST /on/contracts:<contract_id>/<method>` (§4.6). Output that the driver could not decode is `bytes`, never a
   * number. Rejects with `invalid-input` for a bad id, JSON or hex, and with `not-found` for JSON without a driver, for
   * a function that is not there, and for a contract that is not there.
   */
  async call(contractId: string, method: string, input: ContractInput, signal?: AbortSignal): Promise<ContractOutput> {
    const request = callRequest(contractId, method, input, signal);
    const response = await this.of(contractId, () => this.transport.request(request), signal);
    // The content type alone decides: hex of digits only would pass for a number.
    if (isJson(response)) {
      const { value, text, meta } = await jsonAnswer(response);
      return { kind: "json", value, text, meta };
    }
    return { kind: "bytes", ...(await binaryResponse(response, request.headers)), meta: metaOf(response) };
  }

  /**
   * The same route for a method that gives many outputs: JSON items one by one, or chunks of one blob of bytes. Asks
   * for the feed when the node says that it is missing, and at once when it `isMissing`, as an earlier call showed.
   * Throws `malformed-response` after the last item if it ends early.
   */
  async *feed(
    contractId: string,
    method: string,
    input: ContractInput,
    signal?: AbortSignal,
    isMissing = false,
  ): AsyncGenerator<FeedChunk> {
    const request = callRequest(contractId, method, input, signal);
    yield* await this.of(contractId, () => contractFeed(this.transport, request, isMissing), signal);
  }

  /** The transfer contract's `account` query (§4.6, §2.7), by base58 key. */
  async account(accountKey: string, signal?: AbortSignal): Promise<AccountState> {
    const key = idValue(checkAccountKey(accountKey));
    const response = await this.transferQuery("account", key, signal).catch((thrown: unknown) => {
      const isRefused = thrown instanceof NodeError && thrown.reason === "invalid-input" && thrown.status !== undefined;
      throw isRefused ? thrown.reworded(t`This is no valid account key.`) : thrown;
    });
    const read = new FieldReader(objectIn(response, t`nonce and balance`));
    return { nonce: read.integer("nonce"), balance: read.integer("balance"), ...read.rest };
  }

  /** The transfer contract's `contract_balance` query (§4.6, §2.8), in units. */
  async contractBalance(contractId: string, signal?: AbortSignal): Promise<bigint> {
    const response = await this.transferQuery("contract_balance", idValue(checkContractId(contractId)), signal);
    const balance = integerOf(response.value);
    if (balance === undefined) throw missingField(response, "balance");
    return balance;
  }

  /** `POST /on/contract:<contract_id>/metadata` (§4.7, §2.9). A node answers it for ids that no one deployed, too. */
  async metadata(contractId: string, signal?: AbortSignal): Promise<ContractMetadata> {
    return askMetadata(this.transport, idValue(checkContractId(contractId)), signal);
  }

  /**
   * `POST /on/contract:<contract_id>/download_driver` (§4.7): the driver's module, written to the sink. NodeError
   * `too-large` when it is longer than any that a node takes.
   */
  async downloadDriver(
    contractId: string,
    sink: ByteSink,
    onProgress?: Progress,
    signal?: AbortSignal,
  ): Promise<{ bytes: number; meta: ResponseMeta }> {
    const id = idValue(checkContractId(contractId));
    if (hasBuiltInDriver(id)) {
      throw new NodeError("not-found", t`The driver of this contract is built into the node and cannot be downloaded.`);
    }
    const path = requestPath({ component: "contract", entity: id, topic: "download_driver" });
    const most = limits.requestBytes.driver;
    return download(this.transport, path, atMost(most, "a driver", sink), onProgress, signal);
  }

  /**
   * `POST /on/contract:<contract_id>/upload_driver` (§4.7): `sign` is hex, the owner's signature over the driver's hash.
   * A module that is no driver is refused here. Never sent twice. `onSent` is told the bytes that have gone. Resolves to
   * the node's words.
   */
  async uploadDriver(
    contractId: string,
    driver: Uint8Array,
    sign: string,
    signal?: AbortSignal,
    onSent?: (bytes: number) => void,
  ): Promise<string> {
    const path = requestPath({
      component: "contract",
      entity: idValue(checkContractId(contractId)),
      topic: "upload_driver",
    });
    const headers = { ...bytesContent, sign: signHeader(sign) };
    const missing = missingDriverExports(driver);
    if (missing.length) {
      throw new NodeError("invalid-input", t`This module is not a driver: it does not export ${missing.join(", ")}.`);
    }
    const response = await this.transport.request({ method: "POST", path, headers, body: driver, signal, onSent });
    this.replaced(idValue(checkContractId(contractId)));
    return responseText(response);
  }

  private of<T>(contractId: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return withStanding(this.transport, idValue(checkContractId(contractId)), work, signal);
  }

  private async transferQuery(method: string, argument: string, signal?: AbortSignal): Promise<JsonResponse> {
    const called = await this.call(transferContractId, method, { json: JSON.stringify(argument) }, signal);
    if (called.kind === "json") return called;
    const untyped = await untypedObject(called);
    if (untyped) return untyped;
    throw new NodeError("malformed-response", t`The node could not decode the output.`, {
      ...originOf(called.meta),
      response: bytesToHex(called.bytes.subarray(0, keptResponseBytes)),
    });
  }
}

/** A JSON object whose answer does not say that it is JSON; hex, which could pass for a number, never looks like one. */
async function untypedObject({ bytes, meta }: ContractOutput & { kind: "bytes" }): Promise<JsonResponse | undefined> {
  if (isRaw(meta, jsonContent)) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return { value: await readJson(text), text, meta };
  } catch {
    return undefined;
  }
}

const rawContent = { ...bytesContent, ...acceptBytes };

function callRequest(
  contractId: string,
  method: string,
  input: ContractInput,
  signal: AbortSignal | undefined,
): NodeRequest {
  const path = requestPath({ component: "contracts", entity: idValue(checkContractId(contractId)), topic: method });
  const json = "json" in input;
  if (json) checkJson(input.json);
  const own = json ? jsonContent : rawContent;
  if (input.headers) checkExtraHeaders(input.headers);
  const headers = input.headers ? { ...input.headers, ...own } : own;
  return { method: "POST", path, headers, body: json ? input.json : inputBytes(input), idempotent: true, signal };
}

/**
 * The value of the `sign` header (§4.7) for a signature in hex. A node reads a header as JSON first, so a signature that
 * would be read as a number is sent as a JSON string. Throws NodeError `invalid-input` unless it is hex.
 */
export function signHeader(signature: string): string {
  const hex = signature.trim().replace(/^0x/i, "").toLowerCase();
  try {
    if (hexToBytes(hex).length > 0) return isJsonValue(hex) ? `"${hex}"` : hex;
  } catch (cause) {
    throw new NodeError("invalid-input", t`The signature is not hex: ${(cause as Error).message}`, { cause });
  }
  throw new NodeError("invalid-input", t`The signature is empty.`);
}

function isJsonValue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
