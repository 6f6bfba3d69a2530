import * as vscode from "vscode";
import { Connections } from "./client/connections";
import { RecentEvents } from "./client/session/recentEvents";
import type { Connection } from "./client/connection";
import { describedTopics } from "./contract/schema/describedContract";
import { registerAgentTools } from "./features/agentTools/agentTools";
import {
  FailureKinds,
  failureExplainer,
  registerConnections,
  windowEnvironment,
} from "./features/connections/connections";
import { askInit, registerContractPanel } from "./features/contractPanel/contractPanel";
import { registerEventTail } from "./features/eventTail/eventTail";
import { registerExplorer } from "./features/explorer/explorer";
import { registerGraphqlEditing } from "./features/graphqlEditing/graphqlEditing";
import { type Links, registerLinks } from "./features/links/links";
import { registerRoutes } from "./features/routes/routes";
import { registerSandboxNode } from "./features/sandboxNode/sandboxNode";
import { registerTransactions, signCall, signDriver } from "./features/transactions/transactions";
import { QueryFields } from "./graphql/schema/queryFields";
import { command } from "./host/commands";
import { LinkedDocuments } from "./host/linkedDocuments";
import { ReadOnlyDocuments } from "./host/readOnlyDocuments";
import { registerAll } from "./host/registerAll";
import { errorReporter } from "./host/reportError";
import { watchSettings } from "./host/settings";
import { createLog } from "./host/views";

let end: (() => Promise<void>) | undefined;
let links: Links | undefined;

/** Builds what the features share and registers each; nothing is sent or read before someone asks. */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLog("Chainscope");
  const documents = new ReadOnlyDocuments();
  const linked = new LinkedDocuments(documents);
  const { secrets, workspaceState: memory } = context;
  const { environment, secretHeaders } = windowEnvironment({ secrets, log, describedTopics, memory });
  const connections = new Connections(environment);
  const failures = new FailureKinds();
  const explain = failureExplainer(connections, failures);
  const report = errorReporter(log, documents, explain);
  const assets = context.extensionUri;
  const bundle = vscode.Uri.joinPath(assets, "dist", "sandbox.js");
  const driverProcess = context.asAbsolutePath("dist/driverProcess.js");
  const storage = context.globalStorageUri;
  const recent = new RecentEvents();
  const queryFields = new QueryFields<Connection>();
  const needs = { connections, documents, linked, queryFields, memory, log, report };
  end = () => Promise.resolve(connections.dispose());

  const parts = {
    log: () => command("chainscope.showLog", () => log.show(), report),
    "check of the settings": () => watchSettings(report),
    "Connections view": () => registerExplorer(needs),
    connections: () => registerConnections({ ...needs, explain, failures, environment, secrets, secretHeaders }),
    "sandbox node": () => registerSandboxNode({ ...needs, bundle }),
    "contract panel": () =>
      registerContractPanel({ ...needs, explain, signCall, assets, storage: context.storageUri ?? storage }),
    "other routes": () => registerRoutes({ ...needs, driverProcess, signDriver }),
    "GraphQL editing": () => registerGraphqlEditing({ ...needs, storage }),
    transactions: () => registerTransactions({ ...needs, driverProcess, askInit }),
    links: () => (links = registerLinks(needs)),
    "language model tools": () => registerAgentTools({ connections, recent }),
    "event tail": () => {
      const eventTail = registerEventTail({ ...needs, recent, driverProcess });
      end = () => eventTail.end().finally(() => connections.dispose());
      return eventTail;
    },
  };
  context.subscriptions.push(log, documents, linked, registerAll(parts, report));
}

/** Opens a link into the window. */
export async function openLink(uri: vscode.Uri): Promise<void> {
  await links?.open(uri);
}

/** VS Code waits for this when the window closes: what is subscribed is unsubscribed before the connections go. */
export function deactivate(): Promise<void> | undefined {
  return end?.();
}
