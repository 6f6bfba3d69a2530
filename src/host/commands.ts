import * as vscode from "vscode";
import type { CommandArguments, CommandId } from "./contributionIds";
import { isCancelled } from "./cancellation";

/** Shows a failure to the person who asked for the work that failed; `again` does that work once more. */
export type ReportError = (error: unknown, again?: () => unknown) => void;

/**
 * Registers one command: all arguments go through, a failure is reported once and can be tried again, cancelling is not
 * a failure.
 */
export function command<K extends CommandId>(
  id: K,
  run: (...args: CommandArguments[K]) => unknown,
  report: ReportError,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      return await run(...(args as CommandArguments[K]));
    } catch (error) {
      if (!isCancelled(error)) report(error, () => vscode.commands.executeCommand(id, ...args));
      return undefined;
    }
  });
}

/** Registers several commands, each by its id. */
export function commands(
  report: ReportError,
  all: { readonly [K in CommandId]?: (...args: CommandArguments[K]) => unknown },
): vscode.Disposable {
  const entries = Object.entries(all) as [CommandId, (...args: unknown[]) => unknown][];
  return vscode.Disposable.from(...entries.map(([id, run]) => command(id, run, report)));
}

/** Does what a person has answered questions for. A failure is reported once, and trying again asks nothing of them again. */
export async function withRetry(work: () => Promise<void>, report: ReportError): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isCancelled(error)) report(error, () => withRetry(work, report));
  }
}

/** Runs one of our own commands with checked arguments. */
export function runCommand<K extends CommandId>(id: K, ...args: CommandArguments[K]): Thenable<unknown> {
  return vscode.commands.executeCommand(id, ...args);
}
