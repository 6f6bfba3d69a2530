import type { Connections } from "../../../client/connections";
import type { RecentEvents } from "../../../client/session/recentEvents";
import type { ToolResult } from "./toolResult";
import type { ToolInput } from "./toolInput";

/** What a language model may use, named as in package.json. */
export const toolNames = [
  "chainscope_listConnections",
  "chainscope_describeContract",
  "chainscope_callFunction",
  "chainscope_runQuery",
  "chainscope_recentEvents",
  "chainscope_decode",
] as const;
export type ToolName = (typeof toolNames)[number];

export interface ToolNeeds {
  readonly connections: Connections;
  readonly recent: RecentEvents;
}

export type Tool = (input: ToolInput, needs: ToolNeeds, signal: AbortSignal) => ToolResult | Promise<ToolResult>;
