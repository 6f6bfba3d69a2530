import type { ReceivedEvent } from "../../client/recentEvents";
import { parseExactJson } from "../../wire/exactJson";
import type { Decoded } from "./eventDecoder";

/** Longer texts are not kept beside their event: the next who needs one decodes it again. */
const mostKept = 1000;

/**
 * Decodes each event once, however many ask: the line, a recording, a list. Short results stay with the event for as
 * long as it is remembered.
 */
export class EventDecodings {
  private readonly running = new WeakMap<ReceivedEvent, Promise<Decoded>>();

  constructor(
    private readonly decodeNow: (event: ReceivedEvent) => Decoded | Promise<Decoded>,
    private readonly failed: (event: ReceivedEvent) => void,
  ) {}

  decode(event: ReceivedEvent): Decoded | Promise<Decoded> {
    if (event.decoded) return known(event.decoded);
    const running = this.running.get(event);
    if (running) return running;
    const decoded = this.decodeNow(event);
    if (!(decoded instanceof Promise)) return this.keep(event, decoded);
    const kept = decoded.then((answer) => this.keep(event, answer)).finally(() => this.running.delete(event));
    this.running.set(event, kept);
    return kept;
  }

  private keep(event: ReceivedEvent, decoded: Decoded): Decoded {
    if ("problem" in decoded) {
      this.failed(event);
      event.decoded = { problem: decoded.problem };
    } else if (decoded.text.length <= mostKept) {
      event.decoded = { text: decoded.text };
    }
    return decoded;
  }
}

function known(decoded: NonNullable<ReceivedEvent["decoded"]>): Decoded {
  if ("problem" in decoded) return decoded;
  return { text: decoded.text, value: decoded.text === "" ? null : parseExactJson(decoded.text) };
}
