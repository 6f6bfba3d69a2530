import type { SessionState } from "../../../../client/session/eventSession";
import { clockText, signs } from "../lines/eventLine";

/**
 * Turns the states of an event session into the sentences a tail shows: one when it is lost or cannot be had, one when
 * it is back, and none for the attempts between.
 */
export class SessionNotices {
  private last: "fine" | "missing" | "given up" = "fine";
  private opened = false;

  /** The sentence for a new state, if it deserves one. `height` is the last block that was seen. */
  notice(state: SessionState, height?: bigint): string | undefined {
    switch (state.kind) {
      case "waiting":
        return this.missing(state, height);
      case "closed":
        return this.closed(state);
      case "open":
        return this.open(state);
      case "idle":
      case "connecting":
        return undefined;
    }
  }

  private missing({ reason }: SessionState & { kind: "waiting" }, height: bigint | undefined): string | undefined {
    if (this.last !== "fine") return undefined;
    this.last = "missing";
    const why = bare(reason);
    if (!this.opened) return `${signs.loss} no event session yet: ${why}. It is tried again until the node answers`;
    const seen = height === undefined ? "" : ` (last block seen: ${height})`;
    return `${signs.loss} event session lost: ${why}. Nothing arrives from here on${seen}; reconnecting`;
  }

  /** Nothing at all is tried after this, which is news even when the session was missing before. */
  private closed({ reason }: SessionState & { kind: "closed" }): string | undefined {
    if (this.last === "given up") return undefined;
    this.last = "given up";
    const why = reason === undefined ? "it was closed" : bare(reason);
    return `${signs.loss} event session ended: ${why}. Retry with “Chainscope: Retry Connection”`;
  }

  private open({ sessionId, gap }: SessionState & { kind: "open" }): string | undefined {
    const again = this.opened && this.last !== "fine";
    const late = !this.opened && this.last !== "fine";
    this.last = "fine";
    this.opened = true;
    const session = `session ${sessionId.slice(0, 8)}…`;
    if (late) return `event session open: ${session}`;
    if (!again) return undefined;
    const away = gap ? ` after ${seconds(gap.lastedMs)} (lost at ${clockText(gap.lostAt)})` : "";
    return `event session open again${away}: new ${session}, subscribing again`;
  }
}

/** Milliseconds in words. */
export function seconds(milliseconds: number): string {
  return milliseconds < 120_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 60_000)} min`;
}

function bare(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
