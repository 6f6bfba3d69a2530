import type * as vscode from "vscode";
import { Disposables } from "../../base/disposables";
import type { Connections } from "../../client/connections";
import { command, type ReportError } from "../../host/commands";
import { DriverProcess } from "../../driver/driverProcess";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import {
  accountHistory,
  exportArchive,
  finalizedEvents,
  nextArchivePage,
  transactionsByMemo,
  type ShownArchive,
} from "./archive";
import { KeptWith, saveBytes, type NamedBytes } from "./keptBytes";
import { openBlob } from "./openBlob";
import { downloadCrs, prove } from "./prove";
import type { SentRequest } from "./requestDesk";
import { registerRequestLenses, repeatRequest, runRequestFile, saveRequest } from "./requestFiles";
import { sendRequest } from "./sendRequest";
import { copyDigest, prepareUpload, uploadSigned, type WaitingUpload } from "./uploadDriver";

interface RoutesNeeds {
  connections: Connections;
  linked: LinkedDocuments;
  report: ReportError;
  /** The file that the drivers' process runs. */
  driverProcess: string;
}

/** Commands for the routes of a node that nothing else of the window speaks to. */
export function registerRoutes({ connections, linked, report, driverProcess }: RoutesNeeds): vscode.Disposable {
  const owned = new Disposables();
  const bytes = owned.add(new KeptWith<NamedBytes>(linked.documents));
  const sent = owned.add(new KeptWith<SentRequest>(linked.documents));
  const uploads = owned.add(new KeptWith<WaitingUpload>(linked.documents));
  const drivers = owned.add(new DriverProcess(driverProcess));
  const archives = owned.add(new KeptWith<ShownArchive>(linked.documents));
  const desk = { connections, linked, bytes, sent, uploads, drivers, archives };
  owned.add(command("chainscope.openBlob", (argument) => openBlob(desk, argument), report));
  owned.add(command("chainscope.saveBytes", (uri, path) => saveBytes(bytes.of(uri), path), report));
  owned.add(command("chainscope.sendRequest", (argument) => sendRequest(desk, argument), report));
  owned.add(command("chainscope.runRequestFile", (uri) => runRequestFile(desk, uri), report));
  owned.add(command("chainscope.repeatRequest", (uri) => repeatRequest(desk, uri), report));
  owned.add(command("chainscope.saveRequest", (uri, path) => saveRequest(desk, uri, path), report));
  owned.add(command("chainscope.uploadDriver", (row, path) => prepareUpload(desk, row, path), report));
  owned.add(command("chainscope.uploadSignedDriver", (uri, sign) => uploadSigned(desk, uri, sign), report));
  owned.add(command("chainscope.copyDriverDigest", (digest) => copyDigest(desk, digest), report));
  owned.add(command("chainscope.prove", (row, path) => prove(desk, row, path), report));
  owned.add(command("chainscope.downloadCrs", (row, path) => downloadCrs(desk, row, path), report));
  owned.add(command("chainscope.accountHistory", (argument) => accountHistory(desk, argument), report));
  owned.add(command("chainscope.finalizedEvents", (argument) => finalizedEvents(desk, argument), report));
  owned.add(command("chainscope.transactionsByMemo", (argument) => transactionsByMemo(desk, argument), report));
  owned.add(command("chainscope.nextArchivePage", (uri) => nextArchivePage(desk, uri), report));
  owned.add(command("chainscope.exportArchive", (uri, path) => exportArchive(desk, uri, path), report));
  owned.add(registerRequestLenses(desk));
  return owned;
}
