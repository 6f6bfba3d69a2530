import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { QueryFields } from "../../graphql/schema/queryFields";
import { viewIds } from "../../host/contributionIds";
import { Owner } from "../../base/disposables";
import { createTreeView } from "../../host/views";
import type { ExplorerNode } from "./model/rows/explorerNode";
import { ExplorerRefresh } from "./explorerRefresh";
import { ExplorerTree } from "./explorerTree";
import { PromptTreeData } from "./promptTreeData";

/** The Connections view, with what keeps its rows current while they can be seen. */
export class ExplorerView extends Owner {
  readonly tree: ExplorerTree;
  readonly answers: PromptTreeData;
  readonly changes: ExplorerRefresh;
  readonly view: ReturnType<typeof createTreeView<ExplorerNode>>;

  constructor(connections: Connections, queryFields: QueryFields<Connection>) {
    super();
    this.tree = this.own(new ExplorerTree(connections, (data) => this.changes.follow_(data), queryFields));
    const host = { isVisible: () => this.view.visible, turned: () => this.changes.followOpen() };
    this.answers = this.own(new PromptTreeData(this.tree, host));
    const { answers } = this;
    this.view = this.own(createTreeView(viewIds.explorer, { treeDataProvider: answers, showCollapseAll: true }));
    this.changes = this.own(new ExplorerRefresh(connections, this.tree, () => this.view.visible));
    const { changes, view } = this;
    this.own(
      view.onDidChangeVisibility(({ visible }) => (visible ? changes.becameVisible() : changes.followOpen())),
      view.onDidCollapseElement(({ element }) => {
        answers.closed(element);
        changes.followOpen();
      }),
      view.onDidExpandElement(({ element }) => {
        answers.opened(element);
        void changes.opened(element);
      }),
    );
  }
}
