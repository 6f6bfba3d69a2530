import type { Disposable } from "../../base/disposables";

/** Where an event session is (§6.1). Each value can be printed as it is. */
export type SessionState =
  | { kind: "idle" }
  /** `reason`: why the session before was lost, if there was one. */
  | { kind: "connecting"; attempt: number; reason?: string }
  | { kind: "open"; sessionId: string; gap?: SessionGap }
  | { kind: "waiting"; retryInMs: number; reason: string; attempt: number }
  | { kind: "closed"; reason?: string };

/** The time without a session before the present one: what happened meanwhile was not delivered. */
export interface SessionGap {
  /** When the node last gave a sign of life before, in milliseconds since the epoch. */
  lostAt: number;
  lastedMs: number;
  reason: string;
}

/** Two gaps as one: from the beginning of the earlier, if there is one, to the end of the later. */
export function joinedGap(earlier: SessionGap | undefined, later: SessionGap): SessionGap {
  if (!earlier) return later;
  return { ...later, lostAt: earlier.lostAt, lastedMs: later.lostAt + later.lastedMs - earlier.lostAt };
}

/** Calls when a session that was open is lost, and when there is one again. */
export function onLossAndReturn(
  session: { readonly state: SessionState; onState(listener: (state: SessionState) => void): Disposable },
  changed: () => void,
): Disposable {
  let isOpen = session.state.kind === "open";
  let wasOpen = isOpen;
  return session.onState(({ kind: at }) => {
    if ((at === "open") === isOpen) return;
    isOpen = at === "open";
    if (wasOpen) changed();
    wasOpen = true;
  });
}
