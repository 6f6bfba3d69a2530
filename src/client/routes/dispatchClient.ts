import type { Target } from "../../wire/target";
import type { NodeAnswer } from "../http/nodeAnswer";
import { requestPath } from "../http/requestParts";
import type { Transport } from "../http/transport";

/** What is sent to a target, and how it is to be read and answered (§2.1, §4). */
export interface Dispatch {
  body?: string | Uint8Array;
  /** `application/json` or `application/octet-stream`; without it the body is text. */
  contentType?: string;
  accept?: string;
  /** The headers of the session that the request belongs to, if any (§5). */
  sessionHeaders?: Readonly<Record<string, string>>;
}

/** The generic dispatch (§4.12, §6.3): a request to any target, known to this client or not. */
export class DispatchClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/<component>[:<entity>]/<topic>` (§4.12). Never sent twice, as its effect is unknown. */
  async dispatch(target: Target, dispatch: Dispatch = {}, signal?: AbortSignal): Promise<NodeAnswer> {
    const { body, contentType, accept, sessionHeaders } = dispatch;
    const headers = {
      ...sessionHeaders,
      ...(contentType !== undefined && { "Content-Type": contentType }),
      ...(accept !== undefined && { Accept: accept }),
    };
    const path = requestPath(target);
    return this.transport.request({ method: "POST", path, headers, ...(body !== undefined && { body }), signal });
  }
}
