import { t } from "../../../base/translate";
import type { Connections } from "../../../client/connections";
import type { ToolName } from "./tool";

/** What a person is told of a tool before it runs, and whether it waits for a yes. Nothing is asked of a node for this. */
export interface AskedFirst {
  action: string;
  /** Name of the connection that is meant. */
  on?: string;
  isProduction: boolean;
}

/** What a tool is about to do. Of production nodes only what is known without them is told unasked. */
export function askedFirst(name: ToolName, connections: Connections, input: unknown): AskedFirst {
  if (name === "chainscope_listConnections") return { action: action[name], isProduction: false };
  const { connection: named } = (input ?? {}) as { connection?: unknown };
  const connection = typeof named === "string" && named !== "" ? connections.get(named) : connections.active;
  return {
    action: action[name],
    ...(connection && { on: connection.name }),
    isProduction: connection?.config.role === "production",
  };
}

const action: { readonly [name in ToolName]: string } = {
  chainscope_listConnections: t`Listing connections`,
  chainscope_describeContract: t`Reading a contract's schema`,
  chainscope_callFunction: t`Calling a contract's function`,
  chainscope_runQuery: t`Running a GraphQL query`,
  chainscope_recentEvents: t`Reading recent events`,
  chainscope_decode: t`Decoding bytes`,
};
