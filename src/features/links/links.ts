import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { NodeError } from "../../client/failures/nodeError";
import type { Connections } from "../../client/connections";
import { checkedTarget } from "../../client/session/subscriptionRules";
import { contractNamed } from "../../contract/schema/knownContracts";
import { command, type ReportError } from "../../host/commands";
import { extensionId, languageIds } from "../../host/contributionIds";
import { askInDialog, setStatusBarMessage } from "../../host/messages";
import { readSetting } from "../../host/settings";
import { words } from "../../host/words";
import { limits } from "../../wire/limits";
import type { Target } from "../../wire/target";
import { type Link, linkText, readLink } from "./model/link";
import { broughtConnection, linkedNode, nodeOfLink } from "./model/linkedNode";
import { linkedTarget } from "./model/linkedTarget";

/** Opens links; anyone who takes them from the editor hands them over. */
export interface Links extends vscode.Disposable {
  open(uri: vscode.Uri): Promise<void>;
}

interface LinksNeeds {
  connections: Connections;
  report: ReportError;
}

/**
 * Links from elsewhere into the window: `vscode://chainscope.chainscope/call`, `/query` and `/tail`. Each prepares what a
 * person then sends: none calls, runs or subscribes by itself.
 */
export function registerLinks({ connections, report }: LinksNeeds): Links {
  const copying = command("chainscope.copyLink", (row) => copyLink(connections, row), report);
  return {
    open: (uri) => openLink(connections, uri).catch(report),
    dispose: () => void copying.dispose(),
  };
}

async function openLink(connections: Connections, { path, query }: vscode.Uri): Promise<void> {
  const read = readLink(path, query);
  if (!vscode.workspace.isTrusted)
    throw new NodeError("refused", t`This workspace is not trusted, so links are not opened.`, {
      remedies: ["manage-trust"],
    });
  const connection = await connectionFor(connections, read);
  if (connection) await open(connection, read);
}

/** The connection of a link. A node that the window does not know is asked about first, and nothing is sent before. */
async function connectionFor(connections: Connections, link: Link): Promise<Connection | undefined> {
  const found = linkedNode(connections, link.node);
  if ("connection" in found) return found.connection;
  const { origin } = new URL(found.address);
  const agreed = t`Use This Node`;
  const answer = await askInDialog(
    words`A link wants to use the node at ${origin}, which is none of your connections.`,
    t`Nothing has been sent to it. The connection ends with this window.`,
    agreed,
  );
  if (answer !== agreed) return undefined;
  return connections.add(broughtConnection(found.address, readSetting("requestTimeoutSeconds") * 1000));
}

async function open(connection: Connection, link: Link): Promise<void> {
  switch (link.open) {
    case "call": {
      const contract = contractNamed(link.contract, connection.config.contracts);
      if (!contract.ok) throw new NodeError("invalid-input", t`This link cannot be opened: ${contract.problem}`);
      const argument = { connection, contractId: contract.value, functionName: link.fn ?? "", json: link.input };
      await vscode.commands.executeCommand("chainscope.openContractPanel", argument);
      return;
    }
    case "query": {
      const document = await vscode.workspace.openTextDocument({ language: languageIds.graphql, content: link.text });
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("chainscope.pinDocument", document.uri, connection.name);
      return;
    }
    case "tail":
      await tail(connection, checkedTarget(linkedTarget(link.target, connection.config.contracts)));
  }
}

async function tail(connection: Connection, target: Target): Promise<void> {
  const { component, entity, topic } = target;
  const what = `${component}${entity === undefined ? "" : `:${entity}`}${topic === undefined ? "" : `/${topic}`}`;
  const agreed = t`Tail Events`;
  const answer = await askInDialog(
    words`A link wants to tail events of ${connection.name}.`,
    words`The events are those of ${what}.`,
    agreed,
  );
  if (answer === agreed) await vscode.commands.executeCommand("chainscope.tailEvents", { connection, target });
}

/** Puts a link on the clipboard: to the contract or function of a row, else to the query in front. */
async function copyLink(connections: Connections, row: unknown): Promise<void> {
  const link = linkOf(connections, row);
  const text = linkText(vscode.env.uriScheme, extensionId, link);
  if (text.length > limits.links.characters)
    throw new NodeError("invalid-input", t`This is too long for a link: send the file.`);
  await vscode.env.clipboard.writeText(text);
  void setStatusBarMessage(t`Link copied`, 4000);
}

function linkOf(connections: Connections, row: unknown): Link {
  const { connection, contractId, functionName } = (row ?? {}) as {
    connection?: Connection;
    contractId?: string;
    functionName?: string;
  };
  const present = connections.present(connection);
  if (present && contractId !== undefined)
    return { open: "call", node: nodeOfLink(present), contract: contractId, ...(functionName && { fn: functionName }) };
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === languageIds.graphql) return { open: "query", text: document.getText() };
  throw new NodeError("invalid-input", t`There is nothing here that a link could lead to.`);
}
