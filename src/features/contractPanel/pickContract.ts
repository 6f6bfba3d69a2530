import * as vscode from "vscode";
import { t } from "../../base/translate";
import { showInputBox } from "../../host/inputBoxes";
import { showQuickPick } from "../../host/quickPicks";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import { contractName, knownContracts, type KnownContract } from "../../contract/schema/knownContracts";
import { checkContractId, hasBuiltInDriver, problemOf } from "../../wire/ids";

interface ContractItem extends vscode.QuickPickItem {
  contract?: KnownContract;
}

/** Asks for a contract: one that was called lately, one with a name, or any by its id. */
export async function pickContract(
  connection: Connection,
  recent: readonly string[],
  what: string,
): Promise<KnownContract | undefined> {
  const title = `${what}${onNode(connection.config)}`;
  const picked = await showQuickPick(contractItems(connection, recent), {
    title,
    placeHolder: t`Which contract`,
    matchOnDescription: true,
  });
  if (!picked) return undefined;
  return picked.contract ?? (await askContractId(title, connection));
}

function contractItems(connection: Connection, recent: readonly string[]): ContractItem[] {
  const { contracts } = connection.config;
  const called = recent.slice(0, 5).map((id) => ({ id, name: contractName(id, contracts) }));
  const others = knownContracts(contracts).filter(({ id }) => !called.some((each) => each.id === id));
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...(called.length > 0 ? [separator(t`called lately`), ...called.map(contractItem)] : []),
    ...(others.length > 0 ? [separator("contracts"), ...others.map(contractItem)] : []),
    separator("another"),
    { label: t`Enter a contract id…`, iconPath: new vscode.ThemeIcon("edit") },
  ];
}

function contractItem(contract: KnownContract): ContractItem {
  return {
    label: contract.name,
    description: contract.id,
    ...(hasBuiltInDriver(contract.id) && { detail: t`its driver is built into the node` }),
    iconPath: new vscode.ThemeIcon("symbol-class"),
    contract,
  };
}

async function askContractId(title: string, connection: Connection): Promise<KnownContract | undefined> {
  const text = await showInputBox({
    title,
    prompt: t`Contract id: 64 hex digits`,
    ignoreFocusOut: true,
    validateInput: (value) => (value ? problemOf(checkContractId(value)) : undefined),
  });
  const checked = checkContractId(text ?? "");
  return checked.ok ? { id: checked.value, name: contractName(checked.value, connection.config.contracts) } : undefined;
}
