import * as vscode from "vscode";
import { extensionId } from "../../host/contributionIds";

const walkthrough = `${extensionId}#firstSteps`;
/** A step of it whose state is known at any time: it is done where there are saved connections. */
const knownStep = `${walkthrough}#connect`;
const pauseMs = 200;
/** VS Code gives itself seven seconds to read a walkthrough. */
const tries = 50;

/**
 * Opens the walkthrough. VS Code reads those of extensions once one is asked for, and until it has it opens one of its
 * own instead, and stays there: so a step is asked for first, which fails until it is read.
 */
export async function openFirstSteps(hasSaved: boolean): Promise<void> {
  for (let left = tries; left > 0 && !(await isRead()); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (hasSaved) await vscode.commands.executeCommand("welcome.markStepComplete", knownStep);
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough);
}

async function isRead(): Promise<boolean> {
  try {
    await vscode.commands.executeCommand("welcome.markStepIncomplete", knownStep);
    return true;
  } catch {
    return false;
  }
}
