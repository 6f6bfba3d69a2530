import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { failureWords } from "../../client/failures/failureWords";
import type { Remedy } from "../../client/failures/nodeError";
import type { ErrorAction, Explain } from "../../host/reportError";
import type { FailureKinds } from "./model/failureKinds";
import { isFault } from "./model/issueReport";

/**
 * Puts failures into words for this window: the connection is named when there are several, remedies become buttons. Each
 * failure is counted by its kind.
 */
export function failureExplainer(connections: Pick<Connections, "all" | "get">, kinds: FailureKinds): Explain {
  return (error) => {
    kinds.note(error);
    const { sentence, remedy, remedies, details, connection: name, redirect, prefix, response } = failureWords(error);
    const named = name !== undefined && connections.all.length > 1 && !sentence.startsWith(name);
    const connection = connections.get(name);
    const wrong = connection?.prefixProblem;
    // Whatever failed, the connection that it failed on has something to be put right.
    const all = wrong && !remedies.includes("use-prefix") ? [...remedies, ...(wrong.remedies ?? [])] : remedies;
    const given = { address: redirect, prefix: prefix ?? wrong?.prefix };
    return {
      sentence: named ? `${name}: ${sentence}` : sentence,
      remedy,
      response,
      details: name === undefined ? details : [`connection ${name}`, ...details],
      actions: [
        ...all.flatMap((each) => actionOf(each, connection, given) ?? []),
        ...(isFault(error) ? [toReport] : []),
      ],
    };
  };
}

const toReport: ErrorAction = { title: t`Report Issue…`, command: { id: "chainscope.reportIssue", arguments: [] } };
const proxySetting = "http.proxy";

/** The button for a remedy; undefined where it cannot be carried out: no one edits the sandbox's connection. */
function actionOf(
  remedy: Remedy,
  connection: Connection | undefined,
  { address, prefix }: { address: string | undefined; prefix: string | undefined },
): ErrorAction | undefined {
  const row = connection ? [{ connection }] : [];
  const editable = connection?.config.origin !== "window";
  switch (remedy) {
    case "connect":
      return { title: t`Connect to a Node…`, command: { id: "chainscope.connect", arguments: [] } };
    case "choose-connection":
      return { title: t`Switch Connection…`, command: { id: "chainscope.switchConnection", arguments: [] } };
    case "start-sandbox":
      return { title: t`Start the Sandbox Node`, command: { id: "chainscope.startSandbox", arguments: [] } };
    case "retry":
      return { title: t`Retry` };
    case "reconnect":
      return { title: t`Reconnect`, command: { id: "chainscope.retry", arguments: row } };
    case "edit-connection":
      if (!editable) return undefined;
      return { title: t`Edit Connection…`, command: { id: "chainscope.editConnection", arguments: row } };
    case "set-secret-header":
      if (!editable) return undefined;
      return { title: t`Set Secret Header…`, command: { id: "chainscope.setSecretHeader", arguments: row } };
    case "use-address": {
      if (!editable || !connection || address === undefined) return undefined;
      const argument = { connection, newAddress: address };
      return { title: t`Use That Address`, command: { id: "chainscope.editConnection", arguments: [argument] } };
    }
    case "use-prefix": {
      if (!editable || !connection || prefix === undefined) return undefined;
      const argument = { connection, newPrefix: prefix };
      return { title: t`Use Prefix ${prefix}`, command: { id: "chainscope.editConnection", arguments: [argument] } };
    }
    case "proxy-settings":
      return { title: t`Open Settings`, command: { id: "workbench.action.openSettings", arguments: [proxySetting] } };
    case "manage-trust":
      return { title: t`Manage Workspace Trust`, command: { id: "workbench.trust.manage", arguments: [] } };
    case "reload-schema":
      return { title: t`Reload Schema`, command: { id: "chainscope.reloadSchema", arguments: [] } };
    case "tail-events":
      return { title: t`Tail Events…`, command: { id: "chainscope.tailEvents", arguments: [] } };
    case "call-contract":
      return { title: t`Call Contract…`, command: { id: "chainscope.callContract", arguments: [] } };
    case "stop-recording":
      return { title: t`Stop Recording`, command: { id: "chainscope.stopRecording", arguments: [] } };
    case "stop-replay":
      return { title: t`Stop Replaying`, command: { id: "chainscope.stopReplay", arguments: [] } };
  }
}
