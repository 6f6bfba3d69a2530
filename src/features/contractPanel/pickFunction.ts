import * as vscode from "vscode";
import { showInputBox } from "../../host/inputBoxes";
import { showQuickPick } from "../../host/quickPicks";
import { callableName } from "../../contract/callableName";
import type { DriverFunction } from "../../contract/driverSchema";
import type { KnownContract } from "../../contract/knownContracts";
import { signature } from "../../contract/signature";
import type { ContractDescription } from "./contractSchemas";

const typed = "Enter a function name…";

/** Asks for a function of the schema, or for any name; says why there is none to pick, if so. */
export async function pickFunction(
  contract: KnownContract,
  { schema, driver, notes }: ContractDescription,
): Promise<DriverFunction | undefined> {
  const title = contract.name;
  const items = schema.functions.map((fn) => ({
    label: fn.name,
    description: signature(fn, schema).slice(fn.name.length),
    detail: callableName(fn.name, "function").warning ?? fn.doc ?? "",
    iconPath: new vscode.ThemeIcon("symbol-method"),
    fn,
  }));
  const other = { label: typed, description: "", iconPath: new vscode.ThemeIcon("edit"), fn: undefined };
  const picked = await showQuickPick([...items, other], {
    title,
    placeHolder: (driver === "silent" || driver === "none" ? notes[0] : undefined) ?? "Which function",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) return undefined;
  return picked.fn ?? (await askFunctionName(title));
}

async function askFunctionName(title: string): Promise<DriverFunction | undefined> {
  const name = await showInputBox({
    title,
    prompt: "Name of the function",
    ignoreFocusOut: true,
    validateInput: (value) => callableName(value.trim(), "function").warning,
  });
  return name?.trim() ? { name: name.trim(), input: "", output: "" } : undefined;
}
