import type { FailedOutcome } from "../../bridge/callOutcome";
import type { CallState } from "../../bridge/contractPage";
import { type ErrorAction, runAction } from "../../host/reportError";
import type { CallContext } from "./callContext";

/** The state of a call with the titles of what can be done about its failure, for the page's buttons. */
export function withActions(context: Pick<CallContext, "explain">, state: CallState): CallState {
  const titles = actionsOf(context, state).map(({ title }) => title);
  return state.state === "done" && titles.length > 0 ? { ...state, actions: titles } : state;
}

/** Does what the button of this title says; resolves to whether the call is to be made again. */
export async function pressAction(context: CallContext, state: CallState, title: string): Promise<boolean> {
  const action = actionsOf(context, state).find((each) => each.title === title);
  return action ? runAction(action) : false;
}

/** To make the call again, the page has a button of its own. */
function actionsOf({ explain }: Pick<CallContext, "explain">, state: CallState): ErrorAction[] {
  const failed = state.state === "done" ? failureOf(state) : undefined;
  if (!failed) return [];
  const { message, kind: _kind, ...carried } = failed;
  return (explain(Object.assign(new Error(message), carried)).actions ?? []).filter(({ command }) => command);
}

function failureOf({ outcome }: Extract<CallState, { state: "done" }>): FailedOutcome | undefined {
  if (outcome.kind === "failed") return outcome;
  return outcome.kind === "stream" && typeof outcome.ended === "object" ? outcome.ended.problem : undefined;
}
