import type * as vscode from "vscode";
import { Disposables } from "../../base/disposables";
import type { Connections } from "../../client/connections";
import { command, type ReportError } from "../../host/commands";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import { KeptWith, saveBytes, type NamedBytes } from "./keptBytes";
import { openBlob } from "./openBlob";
import type { SentRequest } from "./requestDesk";
import { registerRequestLenses, repeatRequest, runRequestFile, saveRequest } from "./requestFiles";
import { sendRequest } from "./sendRequest";

interface RoutesNeeds {
  connections: Connections;
  linked: LinkedDocuments;
  report: ReportError;
}

/** Commands for the routes of a node that nothing else of the window speaks to. */
export function registerRoutes({ connections, linked, report }: RoutesNeeds): vscode.Disposable {
  const owned = new Disposables();
  const bytes = owned.add(new KeptWith<NamedBytes>(linked.documents));
  const sent = owned.add(new KeptWith<SentRequest>(linked.documents));
  const desk = { connections, linked, bytes, sent };
  owned.add(command("chainscope.openBlob", (wish) => openBlob(desk, wish), report));
  owned.add(command("chainscope.saveBytes", (uri, path) => saveBytes(bytes.of(uri), path), report));
  owned.add(command("chainscope.sendRequest", (wish) => sendRequest(desk, wish), report));
  owned.add(command("chainscope.runRequestFile", (uri) => runRequestFile(desk, uri), report));
  owned.add(command("chainscope.repeatRequest", (uri) => repeatRequest(desk, uri), report));
  owned.add(command("chainscope.saveRequest", (uri, path) => saveRequest(desk, uri, path), report));
  owned.add(registerRequestLenses(desk));
  return owned;
}
