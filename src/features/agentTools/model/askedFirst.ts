import type { Connections } from "../../../client/connections";
import type { ToolName } from "./tool";

/** What a person is told of a tool before it runs, and whether it waits for a yes. Nothing is asked of a node for this. */
export interface AskedFirst {
  doing: string;
  /** Name of the connection that is meant. */
  on?: string;
  isProduction: boolean;
}

/** What a tool is about to do. Of production nodes only what is known without them is told unasked. */
export function askedFirst(name: ToolName, connections: Connections, input: unknown): AskedFirst {
  if (name === "chainscope_listConnections") return { doing: doing[name], isProduction: false };
  const { connection: named } = (input ?? {}) as { connection?: unknown };
  const connection = typeof named === "string" && named !== "" ? connections.get(named) : connections.active;
  return {
    doing: doing[name],
    ...(connection && { on: connection.name }),
    isProduction: connection?.config.role === "production",
  };
}

const doing: { readonly [name in ToolName]: string } = {
  chainscope_listConnections: "Listing connections",
  chainscope_describeContract: "Reading a contract's schema",
  chainscope_callFunction: "Calling a contract's function",
  chainscope_runQuery: "Running a GraphQL query",
  chainscope_recentEvents: "Reading recent events",
  chainscope_decode: "Decoding bytes",
};
