import { checkContractId } from "../../wire/ids";
import { responseText, bytesAnswer, jsonAnswer, type JsonResponse } from "../http/responseValue";
import { withStanding } from "../contractStanding";
import type { NodeResponse } from "../http/nodeResponse";
import { bytesContent, checkJson, idValue, jsonContent, requestPath } from "../http/requestParts";
import type { NodeRequest } from "../http/nodeRequest";
import type { Transport } from "../http/transport";

/** A contract's data driver, run by the node (§4.8). Contract ids are checked before anything is sent. */
export class DriverClient {
  constructor(private readonly transport: Transport) {}

  /**
   * `get_schema` (§4.8): the schema's text, usually JSON. The handlers of some drivers close the connection instead:
   * then this rejects with `closed-without-answer`.
   */
  async schema(contractId: string, signal?: AbortSignal): Promise<string> {
    return responseText(await this.run(contractId, "get_schema", {}, signal));
  }

  /** `get_version` (§4.8): the driver's version, without quotes. */
  async version(contractId: string, signal?: AbortSignal): Promise<string> {
    const text = (await responseText(await this.run(contractId, "get_version", {}, signal))).trim();
    return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : text;
  }

  /** `encode_input_fn:<fn_name>` (§4.8): a function's JSON input as the bytes that the contract takes. */
  async encodeInput(contractId: string, fn: string, json: string, signal?: AbortSignal): Promise<Uint8Array> {
    checkJson(json);
    const body = { headers: jsonContent, body: json };
    return bytesAnswer(await this.run(contractId, `encode_input_fn:${fn}`, body, signal), jsonContent);
  }

  /** `decode_input_fn:<fn_name>` (§4.8): a function's input bytes as JSON. */
  decodeInput(contractId: string, fn: string, bytes: Uint8Array, signal?: AbortSignal): Promise<JsonResponse> {
    return this.decode(contractId, `decode_input_fn:${fn}`, bytes, signal);
  }

  /** `decode_output_fn:<fn_name>` (§4.8): a function's output bytes as JSON. */
  decodeOutput(contractId: string, fn: string, bytes: Uint8Array, signal?: AbortSignal): Promise<JsonResponse> {
    return this.decode(contractId, `decode_output_fn:${fn}`, bytes, signal);
  }

  /** `decode_event:<event_name>` (§4.8): an event's bytes as JSON, within limits of its own if there are any. */
  async decodeEvent(
    contractId: string,
    event: string,
    bytes: Uint8Array,
    bounds: Pick<NodeRequest, "timeoutMs" | "maxResponseBytes"> = {},
  ): Promise<JsonResponse> {
    const content = { headers: bytesContent, body: bytes, ...bounds };
    return jsonAnswer(await this.run(contractId, `decode_event:${event}`, content, undefined));
  }

  private async decode(
    contractId: string,
    method: string,
    bytes: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<JsonResponse> {
    return jsonAnswer(await this.run(contractId, method, { headers: bytesContent, body: bytes }, signal));
  }

  private run(
    contractId: string,
    method: string,
    content: Pick<NodeRequest, "headers" | "body" | "timeoutMs" | "maxResponseBytes">,
    signal: AbortSignal | undefined,
  ): Promise<NodeResponse> {
    const id = idValue(checkContractId(contractId));
    const path = requestPath({ component: "driver", entity: id, topic: method });
    const request = { method: "POST", path, ...content, idempotent: true, signal } as const;
    // Events come by the thousand, and anyone who decodes them in passing has no use for a better sentence.
    if (method.startsWith("decode_event:")) return this.transport.request(request);
    return withStanding(this.transport, id, () => this.transport.request(request), signal);
  }
}
