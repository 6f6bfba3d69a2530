import * as vscode from "vscode";
import type { ContextKeys } from "./contributionIds";

/** Sets a value that `when` clauses of package.json read. */
export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand("setContext", key, value);
}
