import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connections } from "../../client/connections";
import type { NodeEnvironment } from "../../client/nodeEnvironment";
import { commands, type ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import { Disposables, type Disposable } from "../../base/disposables";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import type { Explain } from "../../host/reportError";
import { ConnectionCommands } from "./connectionCommands";
import { ConnectionTest } from "./connectionTest";
import { ConnectionStatusItem } from "./connectionStatusItem";
import { ConnectionStore } from "./connectionStore";
import { introduce, openFirstSteps } from "./firstSteps";
import { followSettings } from "./followSettings";
import type { FailureKinds } from "./model/failureKinds";
import { reportIssue } from "./reportIssue";
import type { SecretHeaders } from "./model/secretHeaders";
import type { Connection } from "../../client/connection";
import { showInformationMessage } from "../../host/messages";

export { failureExplainer } from "./failureExplainer";
export { FailureKinds } from "./model/failureKinds";
export { windowEnvironment } from "./windowEnvironment";

interface ConnectionsNeeds {
  connections: Connections;
  environment: NodeEnvironment;
  secrets: vscode.SecretStorage;
  secretHeaders: SecretHeaders;
  memory: vscode.Memento;
  documents: ReadOnlyDocuments;
  explain: Explain;
  /** What was shown to have failed. */
  failures: FailureKinds;
  report: ReportError;
}

/** Connections between the settings and the window: reading, adding, changing, switching, and the status bar. */
export function registerConnections(needs: ConnectionsNeeds): vscode.Disposable {
  const { connections, environment, secrets, secretHeaders, memory, documents, explain, failures, report } = needs;
  const owned = new Disposables();
  owned.add(new ConnectionStatusItem(connections));
  const saved = () => connections.all.filter(({ config }) => config.origin === "settings");
  owned.add(
    connections.onChange(({ kind }) => {
      if (kind === "status") return;
      setContextKey("chainscope.connections", connections.all.length);
      setContextKey("chainscope.savedConnections", saved().length);
    }),
  );
  const store = new ConnectionStore(connections, secretHeaders, memory, report);
  const load = () => store.load();
  owned.add(followSettings(store));
  owned.add(
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      owned.add(showBrought(connections));
      load();
      for (const connection of connections.all) if (connection.status.state === "failed") void connection.connect();
    }),
  );
  owned.add(secrets.onDidChange(() => store.renewOutdated().catch(report)));
  const tester = owned.add(new ConnectionTest({ environment, documents, explain }));
  const run = new ConnectionCommands(connections, store, environment, tester);
  owned.add(
    commands(report, {
      "chainscope.connect": () => run.connect(),
      "chainscope.switchConnection": () => run.switchActive(),
      "chainscope.useConnection": (row) => run.use(row),
      "chainscope.disconnect": (row) => run.disconnect(row),
      "chainscope.editConnection": (row) => run.edit(row),
      "chainscope.testConnection": (row) => run.test(row),
      "chainscope.duplicateConnection": (row) => run.duplicate(row),
      "chainscope.removeConnection": (row) => run.remove(row),
      "chainscope.importConnections": () => run.importFile(),
      "chainscope.exportConnections": () => run.exportFile(),
      "chainscope.setSecretHeader": (row) => run.setSecretHeader(row),
      "chainscope.firstSteps": () => openFirstSteps(saved().length > 0),
      "chainscope.reportIssue": () => reportIssue(connections, failures.counts),
      "chainscope.nameContract": (row) => run.nameContract(row),
    }),
  );
  load();
  setContextKey("chainscope.ready", true);
  introduce(memory).catch(report);
  return owned;
}

const namesSaid = 5;
/** Milliseconds in which the editor hands over the settings of a workspace that was just trusted. */
const handOverMs = 5000;

/** Says once which connections a workspace brings that was just trusted: until then the user's own were all there were. */
function showBrought(connections: Connections): Disposable {
  const listening = connections.onChange(({ kind }) => {
    const names = connections.all.filter(isBrought).map(({ name }) => name);
    if (kind !== "set" || names.length === 0) return;
    end();
    void showInformationMessage(t`This workspace brings ${broughtWords(names)}.`);
  });
  const timer = setTimeout(() => listening.dispose(), handOverMs);
  const end = () => {
    clearTimeout(timer);
    listening.dispose();
  };
  return { dispose: end };
}

function isBrought({ config: { level, origin } }: Connection): boolean {
  return origin === "settings" && level !== undefined && level.kind !== "user";
}

/** Connections by their names, the first ones of many. */
function broughtWords(names: readonly string[]): string {
  const rest = names.length - namesSaid;
  const said = [...names.slice(0, namesSaid), ...(rest > 0 ? [t`${rest} more`] : [])].join(", ");
  return names.length === 1 ? t`the connection ${said}` : t`the connections ${said}`;
}
