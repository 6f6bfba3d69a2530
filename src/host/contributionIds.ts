/**
 * Every name that package.json and the code share, written once. The manifest test compares both ways.
 */
export const extensionId = "chainscope.chainscope";

export const viewIds = { explorer: "chainscope.explorer" } as const;

export const languageIds = { graphql: "graphql", events: "chainscope-events" } as const;

/** Scheme of the read-only documents that hold results and schemas. */
export const documentScheme = "chainscope";

/** Context keys that `when` clauses read. */
export interface ContextKeys {
  "chainscope.connections": number;
  "chainscope.tailing": boolean;
  "chainscope.sandboxRunning": boolean;
}

/** Command → what it may be called with. From the palette a command gets nothing and asks. */
export interface CommandArguments {
  "chainscope.connect": [];
  "chainscope.switchConnection": [];
  "chainscope.removeConnection": [node?: unknown];
  "chainscope.startSandbox": [];
  "chainscope.stopSandbox": [];
  "chainscope.refresh": [node?: unknown];
  "chainscope.retry": [node?: unknown];
  "chainscope.copyValue": [node?: unknown];
  "chainscope.openDetails": [node?: unknown];
  "chainscope.callContract": [node?: unknown];
  "chainscope.tailEvents": [node?: unknown];
  "chainscope.stopTail": [];
  "chainscope.showEvents": [];
  "chainscope.reloadSchema": [];
  "chainscope.showLog": [];
}
export type CommandId = keyof CommandArguments;
