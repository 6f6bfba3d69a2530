import type { Target } from "../../wire/target";
import type { NodeError } from "../failures/nodeError";
import { isSuccess, type NodeResponse } from "../http/nodeResponse";
import { requestPath } from "../http/requestParts";
import type { Transport } from "../http/transport";
import { present } from "../../base/present";

/** What is sent to a target, and how it is to be read and answered (§2.1, §4). */
export interface Dispatch {
  body?: string | Uint8Array;
  /** `application/json` or `application/octet-stream`; without it the body is text. */
  contentType?: string;
  accept?: string;
  /** Others that a person wrote, checked already. */
  headers?: Readonly<Record<string, string>>;
  /** The headers of the session that the request belongs to, if any (§5). */
  sessionHeaders?: Readonly<Record<string, string>>;
}

/** The generic dispatch (§4.12, §6.3): a request to any target, known to this client or not. */
export class DispatchClient {
  constructor(private readonly transport: Transport) {}

  /**
   * `POST /on/<component>[:<entity>]/<topic>` (§4.12). Resolves whatever the status is, and is never sent twice, as its
   * effect is unknown.
   */
  async dispatch(target: Target, dispatch: Dispatch = {}, signal?: AbortSignal): Promise<NodeResponse> {
    const { body } = dispatch;
    const request = { method: "POST", path: requestPath(target), headers: dispatchHeaders(dispatch), signal } as const;
    return this.transport.exchange({ ...request, ...(body !== undefined && { body }) });
  }

  /** What an answer means that is no success; undefined for one that is. */
  failureOf(response: NodeResponse): NodeError | undefined {
    return isSuccess(response) ? undefined : this.transport.failureOf(response);
  }
}

/** The headers of a dispatch but for those that every request has. */
export function dispatchHeaders({ contentType, accept, headers, sessionHeaders }: Dispatch): Record<string, string> {
  return { ...headers, ...sessionHeaders, ...present({ "Content-Type": contentType, Accept: accept }) };
}
