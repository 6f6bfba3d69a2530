import * as vscode from "vscode";
import type { Connections } from "../../client/connections";
import { codeLens } from "../../host/codeLens";
import { onSettingChange, readSetting } from "../../host/settings";
import { shortWords } from "../../wire/shortWords";
import { contractMentions, type ContractMention } from "./contractMentions";
import { ContractNames } from "./contractNames";

const selector: vscode.DocumentSelector = [{ scheme: "file" }, { scheme: "untitled" }];

/** Above and on the ids of named contracts in any file: tail that contract of the active connection. */
export function registerTailLenses(connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const mentions = (document: vscode.TextDocument): ContractMention[] => {
    const { active } = connections;
    return active ? contractMentions(document.getText(), new ContractNames(active.config.contracts)) : [];
  };
  return vscode.Disposable.from(
    changed,
    onSettingChange(["events.lens"], () => changed.fire()),
    connections.onChange(({ kind }) => kind !== "status" && changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => (readSetting("events.lens") ? lenses(document, mentions(document)) : []),
    }),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position) => hover(document, document.offsetAt(position), mentions(document)),
    }),
  );
}

/** One lens per contract and line. */
function lenses(document: vscode.TextDocument, mentions: readonly ContractMention[]): vscode.CodeLens[] {
  const byLine = new Map<string, vscode.CodeLens>();
  for (const { id, name, start } of mentions) {
    const position = document.positionAt(start);
    const command = { title: `Tail ${name}`, command: "chainscope.tailEvents", arguments: [{ contractId: id }] };
    byLine.set(`${position.line} ${id}`, codeLens(new vscode.Range(position, position), command));
  }
  return [...byLine.values()];
}

function hover(document: vscode.TextDocument, at: number, mentions: readonly ContractMention[]) {
  const mention = mentions.find(({ start, end }) => start <= at && at <= end);
  if (!mention) return undefined;
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ["chainscope.tailEvents"] };
  const ask = encodeURIComponent(JSON.stringify([{ contractId: mention.id }]));
  text.appendText(shortWords(mention.name)).appendMarkdown(` · [Tail Events](command:chainscope.tailEvents?${ask})`);
  return new vscode.Hover(text, new vscode.Range(document.positionAt(mention.start), document.positionAt(mention.end)));
}
