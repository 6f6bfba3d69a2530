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
export async function openFirstSteps(hasSaved: boolean, toSide = false): Promise<void> {
  for (let left = tries; left > 0 && !(await isRead()); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (hasSaved) await vscode.commands.executeCommand("welcome.markStepComplete", knownStep);
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough, toSide);
}

/** In the window of `npm start` what is new to a person is in front, once: the view, the README, the walkthrough beside. */
export async function introduce(memory: vscode.Memento): Promise<void> {
  if (!process.env["CHAINSCOPE_INTRODUCE"] || memory.get("introduced")) return;
  await memory.update("introduced", true);
  await vscode.commands.executeCommand("workbench.view.extension.chainscope");
  for (const { uri } of vscode.workspace.workspaceFolders ?? [])
    await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(uri, "README.md"));
  await openFirstSteps(true, true);
}

async function isRead(): Promise<boolean> {
  try {
    await vscode.commands.executeCommand("welcome.markStepIncomplete", knownStep);
    return true;
  } catch {
    return false;
  }
}
