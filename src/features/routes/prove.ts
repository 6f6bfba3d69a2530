import * as vscode from "vscode";
import { t } from "../../base/translate";
import { askedOf, onNode } from "../../client/connectionConfig";
import { meantConnection } from "../../client/meantConnection";
import { inNotification } from "../../host/cancellation";
import { showOpenDialog } from "../../host/dialogs";
import { showInputBox } from "../../host/inputBoxes";
import { showInformationMessage } from "../../host/messages";
import { showQuickPick } from "../../host/quickPicks";
import { readBytes } from "../../host/readText";
import type { ReportError } from "../../host/commands";
import { fileName, fileNamed, placeToSave, saveFileFrom } from "../../host/saveFile";
import { words } from "../../host/words";
import { hexDump } from "../../wire/hexDumpText";
import { limits } from "../../wire/limits";
import { readPastedBytes } from "../../wire/pastedBytes";
import { plainYaml } from "../../wire/plainYaml";
import { sizeText } from "../../wire/sizeText";
import { checkOffered } from "./model/checkOffered";
import type { RouteContext } from "./routeContext";

/** Has a proof made (§4.11) of the bytes of a file or of hex, and shows it; it can be saved from there. */
export async function prove(context: RouteContext, row: unknown, path: unknown): Promise<void> {
  const connection = meantConnection(context.connections, row ?? {});
  checkOffered(connection, "prover", t`makes no proofs`);
  const title = t`Prove${onNode(connection.config)}`;
  const input = typeof path === "string" ? await inFile(fileNamed(path)) : await askInput(title);
  if (!input) return;
  const { prover } = await connection.node();
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  const proof = await inNotification(title, async (signal, report) => {
    const notifying = setInterval(() => report({ message: seconds() }), 1000);
    try {
      return await prover.prove({ bytes: input }, signal);
    } finally {
      clearInterval(notifying);
    }
  });
  const fields = { input: sizeText(input.length), proof: sizeText(proof.length), took: seconds() };
  const dump = hexDump(proof).map((line) => `  ${line}\n`);
  const name = `${connection.name} proof response.yaml`;
  const uri = context.linked.documents.uriOf(name);
  context.bytes.set(uri, { name: "proof.bin", bytes: proof });
  const text = `# Proof by ${askedOf(connection)}\n${plainYaml(fields)}data: |\n${dump.join("")}`;
  const save = { title: t`Save Bytes…`, command: "chainscope.saveBytes", arguments: [uri] };
  await context.linked.show(name, { text, links: [], connectionId: connection.id, lenses: () => [save] });
}

/** Saves a node's Common Reference String (§4.2), whole or not at all, and tells its digest. */
export async function downloadCrs(
  context: RouteContext,
  row: unknown,
  path: unknown,
  report: ReportError,
): Promise<void> {
  const connection = meantConnection(context.connections, row ?? {});
  const title = t`Download CRS${onNode(connection.config)}`;
  const file = await placeToSave(path, { title, name: "crs.bin" });
  if (!file) return;
  const { node } = await connection.node();
  const { bytes, sha256, checked } = await inNotification(title, async (signal, report) => {
    let notified = 0;
    const step = (received: number, total: number | undefined) => {
      if (received - notified < limits.requestBytes.graphql && received !== total) return;
      const part = total === undefined ? {} : { increment: (100 * (received - notified)) / total };
      notified = received;
      const of = total === undefined ? "" : t` of ${sizeText(total)}`;
      report({ message: `${sizeText(received)}${of}`, ...part });
    };
    let done: Awaited<ReturnType<typeof node.crs>> | undefined;
    await saveFileFrom(file, async (write) => (done = await node.crs({ write }, step, signal)));
    return done!;
  });
  const said = checked ? t`as the node announced` : t`the node announced none to compare`;
  const copy = t`Copy SHA-256`;
  const saved = words`Saved ${sizeText(bytes)} as ${fileName(file)}. SHA-256 ${sha256}, ${said}.`;
  showInformationMessage(saved, copy)
    .then((pressed) => (pressed === copy ? vscode.env.clipboard.writeText(sha256) : undefined))
    .catch(report);
}

async function askInput(title: string): Promise<Uint8Array | undefined> {
  const items = [
    { label: t`The bytes of a file…`, from: "file" },
    { label: t`Bytes as hex…`, from: "hex" },
  ];
  const from = (await showQuickPick(items, { title, placeHolder: t`What to prove` }))?.from;
  if (from === "file") {
    const file = await showOpenDialog({ title, openLabel: t`Prove` });
    return file && inFile(file);
  }
  const problemOf = (text: string) => {
    const read = readPastedBytes(text);
    return "problem" in read ? read.problem : undefined;
  };
  const text = from && (await showInputBox({ title, prompt: t`Input as hex`, validateInput: problemOf }));
  const read = text ? readPastedBytes(text) : undefined;
  return read && "bytes" in read ? read.bytes : undefined;
}

function inFile(file: vscode.Uri): Promise<Uint8Array> {
  return readBytes(file, limits.requestBytes.call);
}
