import type * as vscode from "vscode";
import { Disposables } from "../../base/disposables";
import type { Connections } from "../../client/connections";
import type { SignDriver } from "../../client/transactions/signCall";
import { commands, type ReportError } from "../../host/commands";
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
import type { SentRequest } from "./routeContext";
import { registerRequestLenses, repeatRequest, runRequestFile, saveRequest } from "./requestFiles";
import { sendRequest } from "./sendRequest";
import { copyDigest, prepareUpload, uploadSigned, type WaitingUpload } from "./uploadDriver";

interface RoutesNeeds {
  connections: Connections;
  linked: LinkedDocuments;
  report: ReportError;
  /** The file that the drivers' process runs. */
  driverProcess: string;
  signDriver: SignDriver;
}

/** Commands for the routes of a node that nothing else of the window speaks to. */
export function registerRoutes({ driverProcess, ...needs }: RoutesNeeds): vscode.Disposable {
  const { linked, report } = needs;
  const owned = new Disposables();
  const bytes = owned.add(new KeptWith<NamedBytes>(linked.documents));
  const sent = owned.add(new KeptWith<SentRequest>(linked.documents));
  const uploads = owned.add(new KeptWith<WaitingUpload>(linked.documents));
  const drivers = owned.add(new DriverProcess(driverProcess));
  const archives = owned.add(new KeptWith<ShownArchive>(linked.documents));
  const context = { ...needs, bytes, sent, uploads, drivers, archives };
  owned.add(
    commands(report, {
      "chainscope.openBlob": (argument) => openBlob(context, argument),
      "chainscope.saveBytes": (uri, path) => saveBytes(bytes.of(uri), path),
      "chainscope.sendRequest": (argument) => sendRequest(context, argument),
      "chainscope.runRequestFile": (uri) => runRequestFile(context, uri),
      "chainscope.repeatRequest": (uri) => repeatRequest(context, uri),
      "chainscope.saveRequest": (uri, path) => saveRequest(context, uri, path),
      "chainscope.uploadDriver": (row, path) => prepareUpload(context, row, path),
      "chainscope.uploadSignedDriver": (uri, sign) => uploadSigned(context, uri, sign),
      "chainscope.copyDriverDigest": (digest) => copyDigest(context, digest),
      "chainscope.prove": (row, path) => prove(context, row, path),
      "chainscope.downloadCrs": (row, path) => downloadCrs(context, row, path, report),
      "chainscope.accountHistory": (argument) => accountHistory(context, argument),
      "chainscope.finalizedEvents": (argument) => finalizedEvents(context, argument),
      "chainscope.transactionsByMemo": (argument) => transactionsByMemo(context, argument),
      "chainscope.nextArchivePage": (uri) => nextArchivePage(context, uri),
      "chainscope.exportArchive": (uri, path) => exportArchive(context, uri, path),
    }),
  );
  owned.add(registerRequestLenses(context));
  return owned;
}
