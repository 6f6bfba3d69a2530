import type { EventSession, SessionState } from "../../src/client/session/eventSession";
import type { Subscription } from "../../src/client/session/subscriptions";

type Stateful<S extends { at: string }> = { state: S; onState(listener: (state: S) => void): { dispose(): void } };

/** Resolves with the state once the session is at that point, at once if it is there already. */
export function sessionAt<A extends SessionState["at"]>(
  session: EventSession,
  at: A,
): Promise<Extract<SessionState, { at: A }>> {
  return stateAt<SessionState, A>(session, at);
}

/** Resolves with the state once the subscription is at that point, at once if it is there already. */
export function subscriptionAt<A extends Subscription["state"]["at"]>(
  subscription: Subscription,
  at: A,
): Promise<Extract<Subscription["state"], { at: A }>> {
  return stateAt<Subscription["state"], A>(subscription, at);
}

function stateAt<S extends { at: string }, A extends S["at"]>(
  thing: Stateful<S>,
  at: A,
): Promise<Extract<S, { at: A }>> {
  return new Promise((resolve) => {
    if (thing.state.at === at) {
      resolve(thing.state as Extract<S, { at: A }>);
      return;
    }
    const listening = thing.onState((state) => {
      if (state.at !== at) return;
      listening.dispose();
      resolve(state as Extract<S, { at: A }>);
    });
  });
}
