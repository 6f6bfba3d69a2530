import type { EventSession, SessionState } from "../../src/client/session/eventSession";
import type { Subscription } from "../../src/client/session/subscriptions";

type Stateful<S extends { kind: string }> = { state: S; onState(listener: (state: S) => void): { dispose(): void } };

/** Resolves with the state once the session is at that point, at once if it is there already. */
export function sessionAt<A extends SessionState["kind"]>(
  session: EventSession,
  at: A,
): Promise<Extract<SessionState, { kind: A }>> {
  return stateAt<SessionState, A>(session, at);
}

/** Resolves with the state once the subscription is at that point, at once if it is there already. */
export function subscriptionAt<A extends Subscription["state"]["kind"]>(
  subscription: Subscription,
  at: A,
): Promise<Extract<Subscription["state"], { kind: A }>> {
  return stateAt<Subscription["state"], A>(subscription, at);
}

function stateAt<S extends { kind: string }, A extends S["kind"]>(
  thing: Stateful<S>,
  at: A,
): Promise<Extract<S, { kind: A }>> {
  return new Promise((resolve) => {
    if (thing.state.kind === at) {
      resolve(thing.state as Extract<S, { kind: A }>);
      return;
    }
    const listening = thing.onState((state) => {
      if (state.kind !== at) return;
      listening.dispose();
      resolve(state as Extract<S, { kind: A }>);
    });
  });
}
