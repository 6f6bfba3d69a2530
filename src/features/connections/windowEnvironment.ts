import { hostname } from "node:os";
import { t } from "../../base/translate";
import { showWarningMessage } from "../../host/messages";
import * as vscode from "vscode";
import type { ConnectionConfig } from "../../client/connectionConfig";
import { NodeError } from "../../client/failures/nodeError";
import type { DescribedTopics } from "../../client/contractTopics";
import type { NodeEnvironment } from "../../client/nodeEnvironment";
import { namedTopics } from "./namedTopics";
import { askSecretValue } from "./secretHeaderInput";
import { SecretHeaders } from "./model/secretHeaders";

interface WindowNeeds {
  secrets: vscode.SecretStorage;
  log: vscode.LogOutputChannel;
  describedTopics: DescribedTopics;
  /** The workspace's. */
  memory: vscode.Memento;
}

/** What this window gives to its connections: secrets, trust, a log, and the name of the machine it runs on. */
export function windowEnvironment({ secrets, log, describedTopics, memory }: WindowNeeds): {
  environment: NodeEnvironment;
  secretHeaders: SecretHeaders;
} {
  const secretHeaders = new SecretHeaders(secrets, askSecretValue, ({ name }, header) => {
    const message = t`The secret storage did not keep the header ${header} of ${name}; you will be asked for it again in the next window.`;
    log.warn(message);
    void showWarningMessage(message);
  });
  const environment: NodeEnvironment = {
    describedTopics,
    namedTopics: namedTopics(memory),
    secretHeaders: (config) => secretHeaders.values(config),
    forbidden: untrusted,
    machine: { hostName: hostname(), remote: vscode.env.remoteName },
    log: (line) => log.info(line),
  };
  return { environment, secretHeaders };
}

/** A workspace that no one trusts may have been made to reach out; only nodes that this window started are spoken to. */
function untrusted({ origin }: ConnectionConfig): NodeError | undefined {
  if (vscode.workspace.isTrusted || origin === "window") return undefined;
  return new NodeError("refused", t`This workspace is not trusted, so no node is contacted.`, {
    remedy: t`Run “Workspaces: Manage Workspace Trust” to trust it.`,
    remedies: ["manage-trust"],
  });
}
