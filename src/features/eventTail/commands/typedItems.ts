import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import { eventWarning } from "../../../client/session/subscriptionRules";
import { contractIdOf } from "../../../contract/schema/contractId";
import { limits } from "../../../wire/limits";
import { targetPath, type Target } from "../../../wire/target";
import { topicsOf } from "../contractEvents";
import type { ContractNames } from "../model/decode/contractNames";
import { askedMeanings, hashMeanings, type HashMeaning } from "../model/lines/hashMeanings";
import { typedTarget } from "../model/tails/typedTarget";

/** Something to tail, as a pick shows it. */
export interface TargetItem extends vscode.QuickPickItem {
  target?: Target;
  /** Opens a further pick instead. */
  next?: "contract" | "recent";
}

const { Separator } = vscode.QuickPickItemKind;

/** What a typed text may mean as a target, told at once and again when the node has said what it knows of it. */
export class TypedItems implements vscode.Disposable {
  private text = "";

  constructor(
    private readonly connection: Connection,
    private readonly names: ContractNames,
    private readonly notify: (items: TargetItem[]) => void,
  ) {}

  changed(text: string): void {
    this.text = text;
    const hash = contractIdOf(text);
    if (hash !== undefined) return this.meanings(hash);
    if (!/[:/]|^\s*blocks\s*$/i.test(text)) return this.notify([]);
    const typed = typedTarget(text, this.names);
    const item = this.typedItem(text, typed);
    this.notify([separator(t`As typed`), item]);
    const contract = this.contractIn(text);
    if (contract) this.complete(contract, item);
  }

  dispose(): void {
    this.text = "";
  }

  private meanings(hash: string): void {
    const { text } = this;
    const show = (all: HashMeaning[]) => this.notify([separator(t`As typed`), ...all.map(meaningItem)]);
    show(hashMeanings(hash));
    askedMeanings(this.connection, hash).then(
      (all) => text === this.text && show(all),
      // The node cannot be asked: what it is stays for the person to say.
      () => undefined,
    );
  }

  private typedItem(text: string, typed: ReturnType<typeof typedTarget>): TargetItem {
    if ("problem" in typed) return { label: text, description: typed.problem, alwaysShow: true };
    const { target, warning } = typed;
    const item = { label: t`Tail ${text.trim()}`, description: targetPath(target), target, alwaysShow: true };
    return warning === undefined ? item : { ...item, detail: `⚠ ${warning}` };
  }

  /** The contract whose event is being typed. */
  private contractIn(text: string): { id: string; head: string; begun: string } | undefined {
    const slash = text.indexOf("/", text.trimStart().startsWith("/on/") ? 4 : 0);
    if (slash < 0) return undefined;
    const head = text.slice(0, slash);
    const typed = typedTarget(head, this.names);
    if ("problem" in typed || typed.target.component !== "contracts" || !typed.target.entity) return undefined;
    return { id: typed.target.entity, head, begun: text.slice(slash + 1).trim() };
  }

  private complete({ id, head, begun }: { id: string; head: string; begun: string }, typed: TargetItem): void {
    const { text } = this;
    void topicsOf(this.connection, id).then(({ topics, from }) => {
      if (text !== this.text || topics.length === 0) return;
      const names = topics.map(({ topic }) => topic);
      const warning = from === "schema" || from === "catalogue" ? eventWarning(begun, names) : undefined;
      const isBegun = (topic: string) => topic.toLowerCase().startsWith(begun.toLowerCase()) && topic !== begun;
      const more = names
        .filter(isBegun)
        .slice(0, limits.completedTopics)
        .map((topic): TargetItem => {
          const target = { component: "contracts", entity: id, topic };
          return { label: t`Tail ${head.trim()}/${topic}`, description: targetPath(target), target, alwaysShow: true };
        });
      const own = begun !== "" && warning ? { ...typed, detail: `⚠ ${warning}` } : typed;
      this.notify([separator(t`As typed`), own, ...(more.length > 0 ? [separator(t`Known events`), ...more] : [])]);
    });
  }
}

function meaningItem({ kind, target, known }: HashMeaning): TargetItem {
  const all = kind === "transaction" ? t`all events of the transaction` : t`all events of the ${kind}`;
  const next = kind === "contract" ? { next: "contract" as const } : {};
  return {
    label: t`Tail as ${kind} ${target.entity?.slice(0, 8)}…`,
    description: known ?? all,
    detail: target.entity ?? "",
    target,
    alwaysShow: true,
    ...next,
  };
}

function separator(label: string): TargetItem {
  return { kind: Separator, label };
}
