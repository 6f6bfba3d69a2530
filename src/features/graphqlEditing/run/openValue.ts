import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { inSlices } from "../../../base/inSlices";
import { NodeError } from "../../../client/failures/nodeError";
import { contractIdOf } from "../../../contract/schema/contractId";
import { contractName } from "../../../contract/schema/knownContracts";
import { type ResultValue, resultValues } from "../../../graphql/run/resultValues";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { words, type Words } from "../../../host/words";
import { hexToBytes } from "../../../wire/hex";
import { jsonDocumentSteps } from "../../../wire/json/jsonDocument";
import type { ShownResult } from "./resultDocuments";

/** What is said of a value that can be opened, where it can be pressed. */
export function openingWords(value: ResultValue): Words {
  switch (value.kind) {
    case "json":
      return words`Open ${String(value.path.at(-1) ?? "")} as JSON`;
    case "event":
      return words`Decode event ${value.name}`;
    case "input":
      return words`Decode input of ${value.name}`;
  }
}

/**
 * Opens the value at an offset of a result as a document of its own: the JSON that is in a string, or bytes as their contract's driver
 * reads them. The result stays as it was sent.
 */
export async function openValue({ run, text }: ShownResult, at: unknown, documents: ReadOnlyDocuments): Promise<void> {
  const value = resultValues(text).find((each) => each.start <= Number(at) && Number(at) <= each.end);
  if (!value) {
    throw new NodeError("not-found", t`There is neither JSON in a string here nor bytes that a driver knows.`, {
      remedy: t`Put the cursor into such a value.`,
    });
  }
  const { connection } = run;
  // Most fields that hold JSON are called so.
  const path = value.path.join(".").replace(/\.json$/, "");
  const name = value.kind === "json" ? path : `${nameOf(value, run)}.${value.name} ${value.kind}`;
  const json = value.kind === "json" ? value.text : await decoded(value, run);
  await documents.showBeside(`${connection.name} ${name}.json`, await inSlices(jsonDocumentSteps(json)));
}

type Bytes = Exclude<ResultValue, { kind: "json" }>;

async function decoded({ kind, contract, name, hex }: Bytes, { connection }: ShownResult["run"]): Promise<string> {
  const { drivers } = await connection.node();
  const bytes = hexToBytes(hex);
  const response =
    kind === "event" ? drivers.decodeEvent(contract, name, bytes) : drivers.decodeInput(contract, name, bytes);
  return (await response).text;
}

function nameOf({ contract }: Bytes, { connection }: ShownResult["run"]): string {
  const id = contractIdOf(contract);
  return id === undefined ? contract : contractName(id, connection.config.contracts);
}

/** What is told when the pointer rests on such a value: the way to open it. */
export function valueHover(uri: vscode.Uri, value: ResultValue): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ["chainscope.openResultValue"] };
  const asked = encodeURIComponent(JSON.stringify([uri.toString(), value.start]));
  return text.appendMarkdown(
    `[${value.kind === "json" ? t`Open as JSON` : "Decode"}](command:chainscope.openResultValue?${asked})`,
  );
}
