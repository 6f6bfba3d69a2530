import type * as vscode from "vscode";
import { Disposables } from "../../base/disposables";
import type { Connections } from "../../client/connections";
import { command, type ReportError } from "../../host/commands";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import { KeptWith, saveBytes, type NamedBytes } from "./keptBytes";
import { openBlob } from "./openBlob";

interface RoutesNeeds {
  connections: Connections;
  linked: LinkedDocuments;
  report: ReportError;
}

/** Commands for the routes of a node that nothing else of the window speaks to. */
export function registerRoutes({ connections, linked, report }: RoutesNeeds): vscode.Disposable {
  const owned = new Disposables();
  const bytes = owned.add(new KeptWith<NamedBytes>(linked.documents));
  const desk = { connections, linked, bytes };
  owned.add(command("chainscope.openBlob", (wish) => openBlob(desk, wish), report));
  owned.add(command("chainscope.saveBytes", (uri, path) => saveBytes(bytes.of(uri), path), report));
  return owned;
}
