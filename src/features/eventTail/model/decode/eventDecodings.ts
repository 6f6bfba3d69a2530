import type { DecodedLine, ReceivedEvent, RecentEvents } from "../../../../client/session/recentEvents";
import { parseExactJson } from "../../../../wire/json/exactJson";
import type { Decoded } from "./eventDecoder";
import { limits } from "../../../../wire/limits";

/**
 * Decodes each event once, however many ask: the line, a recording, a list. Short results are kept for as long as the
 * event is remembered.
 */
export class EventDecodings {
  private readonly running = new WeakMap<ReceivedEvent, Promise<Decoded>>();

  constructor(
    private readonly recent: Pick<RecentEvents, "decodedOf" | "keepDecoded">,
    private readonly decodeNow: (event: ReceivedEvent) => Decoded | Promise<Decoded>,
    private readonly failed: (event: ReceivedEvent) => void,
  ) {}

  decode(event: ReceivedEvent): Decoded | Promise<Decoded> {
    const kept = event.decoded ?? this.recent.decodedOf(event.number);
    if (kept) return whole(kept);
    const running = this.running.get(event);
    if (running) return running;
    const decoded = this.decodeNow(event);
    if (!(decoded instanceof Promise)) return this.keep(event, decoded);
    const keeping = decoded.then((answer) => this.keep(event, answer)).finally(() => this.running.delete(event));
    this.running.set(event, keeping);
    return keeping;
  }

  private keep(event: ReceivedEvent, decoded: Decoded): Decoded {
    if ("problem" in decoded) {
      this.failed(event);
      this.recent.keepDecoded(event.number, { problem: decoded.problem });
    } else if (decoded.text.length <= limits.decodedCharacters) {
      this.recent.keepDecoded(event.number, { text: decoded.text });
    }
    return decoded;
  }
}

function whole(decoded: DecodedLine): Decoded {
  if ("problem" in decoded) return decoded;
  return { text: decoded.text, value: decoded.text === "" ? null : parseExactJson(decoded.text) };
}
