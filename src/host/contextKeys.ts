import * as vscode from "vscode";
import type { ContextKeys } from "./contributionIds";

const published = new Map<keyof ContextKeys, unknown>();

/** Sets a value that `when` clauses of package.json read. */
export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  if (published.get(key) === value) return;
  published.set(key, value);
  void vscode.commands.executeCommand("setContext", key, value);
}
