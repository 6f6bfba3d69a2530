import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { codeLens } from "../../host/codeLens";
import { onSettingChange, readSetting } from "../../host/settings";
import { shortWords } from "../../wire/shortWords";
import type { Target } from "../../wire/target";
import { contractMentions, type ContractMention } from "./model/decode/contractMentions";
import { ContractNames } from "./model/decode/contractNames";
import type { Tails } from "./model/tails/tails";

const selector: vscode.DocumentSelector = [{ scheme: "file" }, { scheme: "untitled" }];

/** Above and on the ids of named contracts in any file: tail and call that contract of the active connection. */
export function registerTailLenses(connections: Connections, tails: Tails): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const mentions = (document: vscode.TextDocument): ContractMention[] => {
    const { active } = connections;
    return active ? contractMentions(document.getText(), new ContractNames(active.config.contracts)) : [];
  };
  return vscode.Disposable.from(
    changed,
    onSettingChange(["events.lens"], () => changed.fire()),
    tails.onChange(() => changed.fire()),
    connections.onChange(({ kind }) => kind !== "status" && changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) =>
        readSetting("events.lens") ? lenses(document, mentions(document), connections.active, tails) : [],
    }),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position) =>
        hover(document, document.offsetAt(position), mentions(document), connections.active),
    }),
  );
}

/** One of each per contract and line; where a contract is tailed already, it is stopped. */
function lenses(
  document: vscode.TextDocument,
  mentions: readonly ContractMention[],
  connection: Connection | undefined,
  tails: Tails,
): vscode.CodeLens[] {
  if (!connection) return [];
  const byLine = new Map<string, vscode.CodeLens[]>();
  for (const { id, name, start } of mentions) {
    const position = document.positionAt(start);
    const target = { component: "contracts", entity: id };
    const isTailed = tails.all.some((tail) => tail.connection === connection && isSame(tail.target, target));
    const argument = { connection: connection.name, contractId: id, name };
    const commands = [
      isTailed
        ? {
            title: t`Stop Tailing ${name} on ${connection.name}`,
            command: "chainscope.stopTailRow",
            arguments: [{ connection: connection.name, target }],
          }
        : { title: t`Tail ${name} on ${connection.name}`, command: "chainscope.tailEvents", arguments: [argument] },
      { title: t`Call…`, command: "chainscope.callContract", arguments: [argument] },
    ];
    const range = new vscode.Range(position, position);
    byLine.set(
      `${position.line} ${id}`,
      commands.map((command) => codeLens(range, command)),
    );
  }
  return [...byLine.values()].flat();
}

function isSame({ component, entity, topic }: Target, other: Target): boolean {
  return component === other.component && entity === other.entity && topic === other.topic;
}

function hover(
  document: vscode.TextDocument,
  at: number,
  mentions: readonly ContractMention[],
  connection: Connection | undefined,
) {
  const mention = mentions.find(({ start, end }) => start <= at && at <= end);
  if (!mention || !connection) return undefined;
  const text = new vscode.MarkdownString();
  const links = { "Tail Events": "tailEvents", Call: "callContract", "Open Contract Panel": "openContractPanel" };
  text.isTrusted = { enabledCommands: Object.values(links).map((name) => `chainscope.${name}`) };
  const ask = encodeURIComponent(
    JSON.stringify([{ connection: connection.name, contractId: mention.id, name: mention.name }]),
  );
  text.appendText(shortWords(t`${mention.name} on ${connection.name}`));
  for (const [label, name] of Object.entries(links))
    text.appendMarkdown(` · [${label}](command:chainscope.${name}?${ask})`);
  return new vscode.Hover(text, new vscode.Range(document.positionAt(mention.start), document.positionAt(mention.end)));
}
