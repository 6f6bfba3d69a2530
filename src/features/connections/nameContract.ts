import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { contractName } from "../../contract/schema/knownContracts";
import { showInputBox } from "../../host/inputBoxes";
import { checkContractId } from "../../wire/ids";
import type { ConnectionStore } from "./connectionStore";

/** Gives a contract, or one whose id is asked for, a name of the person's own; an empty one takes it back. */
export async function nameContract(
  connection: Connection,
  store: Pick<ConnectionStore, "nameContracts">,
  contractId?: string,
): Promise<void> {
  const id = contractId ?? (await askContractId());
  if (!id) return;
  const { contracts } = connection.config;
  const named = contracts.find((each) => each.id === id);
  const name = await showInputBox({
    title: t`Name of ${contractName(id, contracts)} on ${connection.name}`,
    prompt: t`Nickname; leave it empty to take the name back`,
    value: named?.name ?? "",
    ignoreFocusOut: true,
  });
  if (name === undefined) return;
  const others = contracts.filter((each) => each.id !== id);
  await store.nameContracts(connection, name.trim() ? [...others, { id, name: name.trim() }] : others);
}

async function askContractId(): Promise<string | undefined> {
  const text = await showInputBox({
    title: t`Name Contract`,
    prompt: t`Contract id: 64 hex digits`,
    ignoreFocusOut: true,
    validateInput: (value) => {
      const checked = checkContractId(value);
      return checked.ok || !value ? undefined : checked.problem;
    },
  });
  const checked = checkContractId(text ?? "");
  return checked.ok ? checked.value : undefined;
}
