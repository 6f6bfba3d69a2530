import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Examination } from "../../client/conformance/examineNode";
import type { Connection, ConnectionConfig } from "../../client/connection";
import { NodeError } from "../../client/failures/nodeError";
import type { NodeEnvironment } from "../../client/nodeEnvironment";
import type { FoundNode } from "../../client/probeNode";
import { prefixProblem } from "../../client/failures/prefixProblem";
import { isCancelled, inNotification } from "../../host/cancellation";
import { codeLens } from "../../host/codeLens";
import { documentScheme } from "../../host/contributionIds";
import { Owner } from "../../base/disposables";
import { showInformationMessage } from "../../host/messages";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { runAction, type ErrorAction, type Explain } from "../../host/reportError";
import { foundSentence } from "./model/foundWords";
import { failedTestDocument, testDocument } from "./model/testDocument";

/** How to ask a node. */
export interface TestNeeds {
  environment: NodeEnvironment;
  documents: ReadOnlyDocuments;
  explain: Explain;
}

/**
 * *Test Connection*: says whether a node answers, and then asks it all that it can be asked without changing it. What
 * that tells is a document, above which stands what can be put right.
 */
export class ConnectionTest extends Owner implements vscode.CodeLensProvider {
  /** What can be put right, by document. */
  private readonly actions = new Map<string, readonly ErrorAction[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly needs: TestNeeds) {
    super();
    const selector = { scheme: documentScheme, pattern: "**/* test.yaml" };
    this.own(this.changed);
    this.own(vscode.languages.registerCodeLensProvider(selector, this));
    this.own(needs.documents.onForget((uri) => this.actions.delete(uri)));
  }

  /** Rejects with a NodeError when no node answers, which the document says as well. */
  async run(connection: Connection): Promise<void> {
    await inNotification(t`Testing ${connection.name}`, async (signal, report) => {
      const found = await this.probe(connection, signal);
      void this.showFound(connection, found);
      const examination = await this.examine(connection, signal, (count, of) =>
        report({ message: t`${count} of ${of} answers` }),
      );
      const { config } = connection;
      const text = testDocument({ config, found, examination, at: new Date() });
      await this.show(connection, text, this.repairs(config, found));
    });
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const top = new vscode.Range(0, 0, 0, 0);
    return (this.actions.get(uri.toString()) ?? []).flatMap(({ title, command }) =>
      command ? [codeLens(top, { title, command: command.id, arguments: [...command.arguments] })] : [],
    );
  }

  /** The HTTP library is loaded with the first look at a node. */
  private async probe(connection: Connection, signal: AbortSignal): Promise<FoundNode> {
    const { probeNode } = await import("../../client/probeNode");
    try {
      return await probeNode(connection.config, this.needs.environment, signal);
    } catch (error) {
      if (!isCancelled(error)) await this.showFailure(connection, error);
      throw error;
    }
  }

  private async examine(
    { config }: Connection,
    signal: AbortSignal,
    onAnswer: (count: number, of: number) => void,
  ): Promise<Examination> {
    const [{ openNode }, { examineNode }] = await Promise.all([
      import("../../client/openNode"),
      import("../../client/conformance/examineNode"),
    ]);
    // What is asked on purpose, deprecated routes among it, is nothing for the log.
    const { log: _log, ...quiet } = this.needs.environment;
    const node = await openNode(config, quiet);
    try {
      return await examineNode(node, { signal, onAnswer });
    } finally {
      await node.dispose();
    }
  }

  private async showFound(connection: Connection, found: FoundNode): Promise<void> {
    const { name, config } = connection;
    const actions = this.repairs(config, found);
    const wrong = prefixProblem(found.prefix, config);
    const said = [foundSentence(name, found), ...(wrong ? [wrong.message] : [])].join(" ");
    const pressed = await showInformationMessage(said, ...actions.map(({ title }) => title));
    const action = actions.find(({ title }) => title === pressed);
    if (action) await runAction(action);
  }

  private repairs(config: ConnectionConfig, { prefix }: FoundNode): readonly ErrorAction[] {
    const wrong = prefixProblem(prefix, config);
    return wrong ? (this.needs.explain(wrong).actions ?? []) : [];
  }

  private async showFailure(connection: Connection, error: unknown): Promise<void> {
    const { sentence, details = [], actions = [] } = this.needs.explain(error);
    const { reason } = NodeError.from(error);
    await this.show(connection, failedTestDocument(connection.config, reason, sentence, details), actions);
  }

  private async show(connection: Connection, text: string, actions: readonly ErrorAction[]): Promise<void> {
    const path = `${connection.name} test.yaml`;
    const again = { title: t`Test Again`, command: { id: "chainscope.testConnection", arguments: [{ connection }] } };
    const { document } = await this.needs.documents.showBeside(path, text);
    this.actions.set(document.uri.toString(), [...actions, again]);
    this.changed.fire();
  }
}
