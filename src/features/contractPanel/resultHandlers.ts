import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { t } from "../../base/translate";
import { showSaveDialog } from "../../host/dialogs";
import type { PageRequestHandlers } from "../../bridge/pageRequestHandler";
import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import type { PageCalls } from "../../bridge/contractPage";
import { saveFile, inWorkspace } from "../../host/saveFile";
import type { CallContext } from "./callContext";
import { pressAction } from "./failureActions";
import { saveAsCallFile } from "./callFiles/saveCallFile";
import type { PanelContext } from "./panelHandlers";
import { resultText } from "./model/resultText";
import { requireWhole, type UseOfResult } from "./model/wholeOutcome";
import { setStatusBarMessage } from "../../host/messages";
import { pickWord } from "../../host/quickPicks";
import type { Connection } from "../../client/connection";
import { codeKinds, requestCode } from "../../client/http/requestCode";
import { transactCall } from "./transactCall";
import { callInput } from "./model/runCall";
import { writtenCall } from "./model/writtenCall";

type CallHandlers = Pick<
  PageRequestHandlers<PageCalls>,
  | "call"
  | "transact"
  | "watch"
  | "stop"
  | "act"
  | "copyResult"
  | "openResult"
  | "saveResult"
  | "copyAs"
  | "saveCallFile"
>;

/** The page's questions about its call and what came of it. */
export function resultHandlers(context: CallContext, panelContext: PanelContext): CallHandlers {
  const done = <A>(work: (ask: A) => unknown) => {
    return async (ask: A) => {
      await work(ask);
      return null;
    };
  };
  return {
    call: done((request) => panelContext.call.start(panelContext.connection(), request)),
    transact: done((request) => transactCall(panelContext.connection(), request)),
    watch: done((request) => panelContext.call.startWatch(panelContext.connection(), request)),
    stop: done(() => panelContext.call.stop()),
    act: done(async ({ title }) => {
      const call = panelContext.call.snapshot();
      const isMended = await pressAction(context, call, title);
      if (isMended && call.state === "done") panelContext.call.start(panelContext.connection(), call.request);
    }),
    copyResult: done(({ part }) =>
      vscode.env.clipboard.writeText(resultText(lastOutcome(panelContext, "copied"), part).text),
    ),
    openResult: done(({ part, keep }) => {
      const { text, ending } = resultText(lastOutcome(panelContext, "opened"), part);
      const name = `${resultName(panelContext)}${part === "raw" ? " raw" : ""}${keep ? endOf(panelContext) : ""}`;
      return context.documents.showBeside(`${name}.${ending}`, text, { keep });
    }),
    saveResult: done(async ({ part }) => {
      const { text, ending } = resultText(lastOutcome(panelContext, "saved"), part);
      await save(`${resultName(panelContext)}.${ending}`, text);
    }),
    copyAs: done((request) => copyAs(panelContext.connection(), request)),
    saveCallFile: done(({ request, withOutput }) => {
      const outcome = withOutput ? outcomeFor(panelContext, request) : undefined;
      return saveAsCallFile(panelContext.connection(), request, outcome && requireWhole(outcome, "saved"));
    }),
  };
}

/** All that the last call returned. */
function lastOutcome({ call: { outcome } }: PanelContext, use: UseOfResult): CallOutcome {
  if (!outcome) throw new Error(t`There is no result yet.`);
  return requireWhole(outcome, use);
}

/** What a call returned that can be expected of it again: the last one's output, if that was this very call. */
function outcomeFor({ call }: PanelContext, request: CallRequest): CallOutcome | undefined {
  const last = call.snapshot();
  if (last.state === "idle" || !isDeepStrictEqual(callOf(last.request), callOf(request))) return undefined;
  // Neither a stream nor a failure is written down.
  return call.outcome?.kind === "stream" || call.outcome?.kind === "failed" ? undefined : call.outcome;
}

function callOf({ contractId, fn, input }: CallRequest): unknown {
  return { contractId, fn, input };
}

/** When the call ended, to tell its document from later ones. */
function endOf(panelContext: PanelContext): string {
  const call = panelContext.call.snapshot();
  return call.state === "done" ? ` ${new Date(call.endedAt).toTimeString().slice(0, 8).replaceAll(":", ".")}` : "";
}

function resultName(panelContext: PanelContext): string {
  const call = panelContext.call.snapshot();
  const fn = call.state === "idle" ? "result" : call.request.fn;
  return `${panelContext.connection().name} ${fn}`;
}

async function save(name: string, text: string): Promise<void> {
  const place = inWorkspace(name.replace(/[\\/:*?"<>|]/g, "_"));
  const uri = await showSaveDialog({ title: t`Save the Result`, ...place });
  if (uri) await saveFile(uri, text);
}

/** Puts a call on the clipboard as a command or a piece of code that sends the same bytes; asks which. */
async function copyAs(connection: Connection, request: CallRequest): Promise<void> {
  const kind = await pickWord(codeKinds, { title: t`Copy the Call as` });
  if (!kind) return;
  const node = await connection.node();
  const input = await callInput(node, request);
  const bytes = "bytes" in input ? input.bytes : undefined;
  const { config, prefix } = connection;
  const written = writtenCall(request, bytes, node.endpoint.headerName("Feeder"));
  await vscode.env.clipboard.writeText(requestCode(kind, { ...config, prefix }, written));
  void setStatusBarMessage(t`Copied as ${kind}`, 4000);
}
