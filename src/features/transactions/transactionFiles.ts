import * as vscode from "vscode";
import { t } from "../../base/translate";
import { onNode } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { bytesKey } from "../../client/transactions/transactionLookup";
import { codeLens } from "../../host/codeLens";
import { limits } from "../../wire/limits";
import { readWords } from "../../wire/pastedBytes";
import { transactionInText } from "./model/transactionFile";
import { textOf } from "./transactionDocuments";
import { transactionFiles } from "./transactionTestController";

const selector = { pattern: transactionFiles };

/** The line above a file's transaction that checks it, and what is known of it where the pointer rests. */
export function registerTransactionFiles(connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provideCodeLenses = ({ uri }: vscode.TextDocument) => {
    const title = t`Check${connections.active ? onNode(connections.active.config) : ""}`;
    const lens = { title, command: "chainscope.checkTransaction", arguments: [uri] };
    return [codeLens(new vscode.Range(0, 0, 0, 0), lens)];
  };
  return vscode.Disposable.from(
    changed,
    connections.onChange(({ kind }) => kind !== "status" && changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: changed.event, provideCodeLenses }),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document) => hover(connections, document.getText()),
    }),
  );
}

/** Nothing on bytes, which the editor cannot show as text, and on what is too long for a transaction. */
function hover(connections: Connections, text: string): vscode.Hover | undefined {
  if (text.length > limits.pastedCharacters || text.includes("\ufffd")) return undefined;
  const read = transactionInText(text);
  const said = new vscode.MarkdownString();
  if ("problem" in read) return new vscode.Hover(said.appendText(t`This is no transaction. ${read.problem}`));
  said.appendText(readWords(read));
  const key = bytesKey(read.bytes);
  const known = connections.all.flatMap((connection) => {
    const life = connection.transactions.get(key);
    if (life) void connection.transactions.complete(life);
    return life ? [textOf({ connection, life })] : [];
  });
  for (const each of known) said.appendCodeblock(each, "yaml");
  if (known.length === 0)
    said.appendText(`. ${t`Once it is checked or sent, what it moves and how it stands is told here.`}`);
  return new vscode.Hover(said);
}
