import * as vscode from "vscode";
import { t } from "../../base/translate";
import { showInputBox } from "../../host/inputBoxes";
import { showQuickPick } from "../../host/quickPicks";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import { callableName } from "../../contract/schema/callableName";
import type { DriverFunction, DriverSchema } from "../../contract/schema/driverSchema";
import type { KnownContract } from "../../contract/schema/knownContracts";
import { signature } from "../../contract/schema/signature";
import type { ContractDescription } from "./model/contractSchemas";
import { pickContract } from "./pickContract";
import type { CallContext } from "./callContext";

const typed = t`Enter a function name…`;

/** What a command was called on: a contract, or one of its functions. */
export interface Choice {
  contract: KnownContract;
  fn?: string;
}

/** The function that a command was called on; asks for what of it is not said. `what` is done with it. */
export async function chooseFunction(
  { history, schemas }: Pick<CallContext, "history" | "schemas">,
  connection: Connection,
  choice: Choice | undefined,
  what: string,
): Promise<{ contract: KnownContract; description: ContractDescription; fn: DriverFunction } | undefined> {
  const recent = history.recentContracts(connection.name);
  const contract = choice?.contract ?? (await pickContract(connection, recent, what));
  if (!contract) return undefined;
  const description = await schemas.describe(connection, contract.id);
  const chosen = description.schema.functions.find(({ name }) => name === choice?.fn);
  const fn = chosen ?? (await pickFunction(connection, contract, description));
  return fn && { contract, description, fn };
}

/** Asks for a function of the schema, or for any name; says why there is none to pick, if so. */
async function pickFunction(
  connection: Connection,
  contract: KnownContract,
  { schema, driver, notes }: ContractDescription,
): Promise<DriverFunction | undefined> {
  const title = `${contract.name}${onNode(connection.config)}`;
  const items = schema.functions.map((fn) => ({
    label: fn.name,
    description: signature(fn, schema).slice(fn.name.length),
    detail: callableName(fn.name, "function").warning ?? fn.doc ?? "",
    iconPath: new vscode.ThemeIcon("symbol-method"),
    fn,
  }));
  // Names that a contract was used by are picked like others, though no schema tells them.
  const isNamed = driver !== "silent" && driver !== "none" && items.length > 0;
  const other = { label: typed, description: "", iconPath: new vscode.ThemeIcon("edit"), fn: undefined };
  const picked = await showQuickPick([...items, other], {
    title,
    placeHolder: (isNamed ? undefined : notes[0]) ?? t`Which function`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) return undefined;
  return picked.fn ?? (await askFunctionName(title, driver === "described" ? schema : undefined));
}

/** `schema`: where it lists all functions. */
async function askFunctionName(title: string, schema: DriverSchema | undefined): Promise<DriverFunction | undefined> {
  const name = await showInputBox({
    title,
    prompt: t`Name of the function`,
    ignoreFocusOut: true,
    validateInput: (value) => callableName(value.trim(), "function").warning,
    warnInput: (value) => (schema && value.trim() && !find(schema, value) ? notListed : undefined),
  });
  if (!name?.trim()) return undefined;
  return (schema && find(schema, name)) ?? { name: name.trim(), input: "", output: "" };
}

const notListed = t`This name is not in the schema; it can be called all the same.`;

function find({ functions }: DriverSchema, typed: string): DriverFunction | undefined {
  return functions.find(({ name }) => name === typed.trim());
}
