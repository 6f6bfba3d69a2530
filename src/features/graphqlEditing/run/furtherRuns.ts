import { requestWithout } from "../../../graphql/run/requestWithout";
import type { OperationRun } from "./operationRun";

/** The same run without the root fields of these response keys; undefined when nothing is left to ask for. */
export function runWithout(run: OperationRun, keys: readonly string[]): OperationRun | undefined {
  const reduced = requestWithout(run.request, keys);
  if (!reduced) return undefined;
  const declared = Object.entries(run.variables).filter(([name]) => reduced.variables.includes(name));
  const without = [...new Set([...(run.without ?? []), ...keys])];
  return { ...run, request: reduced.request, variables: Object.fromEntries(declared), without };
}
