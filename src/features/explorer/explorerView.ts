import type * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { QueryFields } from "../../graphql/schema/queryFields";
import { viewIds } from "../../host/contributionIds";
import { Disposables } from "../../base/disposables";
import { createTreeView } from "../../host/views";
import type { ExplorerNode } from "./model/rows/explorerNode";
import { ExplorerRefresh } from "./explorerRefresh";
import { ExplorerTree } from "./explorerTree";
import { PromptTreeData } from "./promptTreeData";

/** The Connections view, with what keeps its rows current while they can be seen. */
export class ExplorerView implements vscode.Disposable {
  private readonly owned = new Disposables();
  readonly tree: ExplorerTree;
  readonly answers: PromptTreeData;
  readonly changes: ExplorerRefresh;
  readonly view: ReturnType<typeof createTreeView<ExplorerNode>>;

  constructor(connections: Connections, queryFields: QueryFields<Connection>) {
    const { owned } = this;
    const tree = owned.add(new ExplorerTree(connections, (data) => this.changes.follow_(data), queryFields));
    const answers = owned.add(
      new PromptTreeData(tree, { isVisible: () => view.visible, turned: () => changes.followOpen() }),
    );
    const view: ExplorerView["view"] = owned.add(
      createTreeView(viewIds.explorer, { treeDataProvider: answers, showCollapseAll: true }),
    );
    const changes = owned.add(new ExplorerRefresh(connections, tree, () => view.visible));
    owned.add(view.onDidChangeVisibility(({ visible }) => (visible ? changes.becameVisible() : changes.followOpen())));
    owned.add(
      view.onDidCollapseElement(({ element }) => {
        answers.closed(element);
        changes.followOpen();
      }),
    );
    owned.add(
      view.onDidExpandElement(({ element }) => {
        answers.opened(element);
        void changes.opened(element);
      }),
    );
    this.tree = tree;
    this.answers = answers;
    this.view = view;
    this.changes = changes;
  }

  dispose(): void {
    this.owned.dispose();
  }
}
