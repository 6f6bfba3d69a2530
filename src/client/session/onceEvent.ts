import type { EventFrame } from "../../wire/eventFrame";
import type { Target } from "../../wire/target";
import type { Disposable } from "../../base/disposables";
import type { SessionState } from "./eventSession";
import { NodeError } from "../failures/nodeError";
import type { SubscriptionState } from "./subscription";
import type { Subscriptions } from "./subscriptions";

/**
 * Waits for the first event of a target that is the right one. Rejects with a NodeError as soon as it cannot arrive any
 * more: the session is not open and not about to be, it is lost meanwhile, or the node refuses the subscription. An
 * aborted signal rejects with its reason.
 */
export function onceEvent(
  subscriptions: Subscriptions,
  target: Target,
  isRight: (event: EventFrame) => boolean = () => true,
  signal?: AbortSignal,
): Promise<EventFrame> {
  const owned: Disposable[] = [];
  const waiting = new Promise<EventFrame>((resolve, fail) => {
    const reject: (reason: unknown) => void = fail;
    signal?.throwIfAborted();
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    owned.push({ dispose: () => signal?.removeEventListener("abort", onAbort) });

    const onSession = (state: SessionState) => {
      const lost = sessionProblem(state);
      if (lost) reject(lost);
    };
    owned.push(subscriptions.session.onState(onSession));
    onSession(subscriptions.session.state);

    const subscription = subscriptions.subscribe(target, (event) => {
      try {
        if (isRight(event)) resolve(event);
      } catch (error) {
        reject(error);
      }
    });
    const onSubscription = (state: SubscriptionState) => {
      if (state.at === "failed") reject(state.error);
      else if (state.at === "cancelled")
        reject(new NodeError("session-lost", "The subscriptions of this node have ended."));
    };
    owned.push(subscription, subscription.onState(onSubscription));
    onSubscription(subscription.state);
  });
  return waiting.finally(() => owned.forEach((item) => item.dispose()));
}

function sessionProblem(state: SessionState): NodeError | undefined {
  switch (state.at) {
    case "open":
    case "connecting":
      return undefined;
    case "idle":
      return new NodeError("session-lost", "There is no event session with this node yet.");
    case "waiting":
      return new NodeError("session-lost", `The event session was lost: ${state.because}`);
    case "closed":
      return new NodeError("session-lost", `The event session is closed. ${state.because ?? ""}`.trim());
  }
}
