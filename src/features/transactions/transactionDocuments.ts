import * as vscode from "vscode";
import { t } from "../../base/translate";
import { Throttler } from "../../base/throttler";
import { Owner } from "../../base/disposables";
import type { Connection } from "../../client/connection";
import type { ConnectionConfig } from "../../client/connectionConfig";
import { lifeText } from "../../client/transactions/lifeText";
import type { TransactionLife } from "../../client/transactions/transactionLife";
import { integerOf } from "../../wire/json/fields";
import { codeLens, type LensCommand } from "../../host/codeLens";
import { documentScheme } from "../../host/contributionIds";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";

/** A transaction and where it is followed. */
export interface Followed {
  connection: Connection;
  life: TransactionLife;
}

/** What the lenses and rows of a followed transaction give to commands. */
export interface FollowedArgument {
  connectionId: string;
  key: string;
}

/** What comes within this time of a step that was shown is shown together. */
const gapMs = 40;

/** One document for each followed transaction that was opened: it is kept current, and above it stands what can be done. */
export class TransactionDocuments extends Owner implements vscode.CodeLensProvider {
  private readonly shown = new Map<string, Followed & { path: string; canBeSent: boolean; text: string }>();
  private readonly due = new Set<string>();
  private readonly renewal = this.own(new Throttler(() => this.renew(), gapMs));
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly documents: ReadOnlyDocuments) {
    super();
    this.own(documents.onForget((uri) => this.shown.delete(uri)));
    this.own(vscode.languages.registerCodeLensProvider({ scheme: documentScheme }, this));
  }

  /** Follows what changes on a connection. */
  watch({ transactions }: Connection): void {
    this.own(transactions.onChange((life) => this.lifeChanged(life)));
  }

  async open({ connection, life }: Followed): Promise<void> {
    void connection.transactions.complete(life);
    const path = `${connection.name} sent ${life.key.slice(0, 8)}.yaml`;
    const text = textOf({ connection, life });
    this.shown.set(this.documents.uriOf(path).toString(), { connection, life, path, canBeSent: life.canBeSent, text });
    await this.documents.showBeside(path, text, { keep: true });
    this.changed.fire();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.shown.get(uri.toString());
    if (!shown) return [];
    const top = new vscode.Range(0, 0, 0, 0);
    return actionsOf(shown).map((action) => codeLens(top, action));
  }

  private lifeChanged(life: TransactionLife): void {
    for (const [uri, shown] of this.shown) {
      // What changes nothing of it must not hold up the step that comes next.
      if (shown.life !== life || (textOf(shown) === shown.text && shown.canBeSent === life.canBeSent)) continue;
      this.due.add(uri);
      const { canBeSent } = shown;
      shown.canBeSent = life.canBeSent;
      // What must not be pressed twice goes at once.
      if (canBeSent && !life.canBeSent) this.changed.fire();
    }
    if (this.due.size > 0) this.renewal.request();
  }

  private renew(): void {
    for (const uri of this.due) {
      const shown = this.shown.get(uri);
      if (shown) this.documents.put(shown.path, (shown.text = textOf(shown)));
    }
    this.due.clear();
    this.changed.fire();
  }
}

/** The connection as a person knows it before something is sent there: its name, its role, its chain. */
export function placeWords({ name, role }: ConnectionConfig, chain: bigint | undefined): string {
  const about = [role, chain !== undefined && t`chain ${chain}`].filter(Boolean).join(", ");
  return about === "" ? name : `${name} (${about})`;
}

/** The chain's id as far as the connection knows it (§2.4). */
export function chainIdOf({ status }: Connection): bigint | undefined {
  return status.state === "up" ? (integerOf(status.info["chain_id"]) ?? status.chainId) : undefined;
}

/** All that is known of a transaction, as its document says it. */
export function textOf({ connection, life }: Followed): string {
  const place = placeWords(connection.config, chainIdOf(connection));
  return lifeText(life, place, (contract) => connection.nameOf(contract));
}

function actionsOf({ connection, life }: Followed): LensCommand[] {
  const { key, id, outcome, contract, canBeSent, isUnderWay, standing } = life;
  const argument: FollowedArgument = { connectionId: connection.id, key };
  const action = (title: string, command: string): LensCommand => ({ title, command, arguments: [argument] });
  const lookFor = standing === "doubtful" || standing === "vanished" || standing === "removed";
  return [
    ...(canBeSent
      ? [
          action(t`Send…`, "chainscope.sendTransaction"),
          action(t`Check Rules`, "chainscope.preverifyTransaction"),
          action(t`Trial Run`, "chainscope.simulateTransaction"),
        ]
      : []),
    ...(standing === "waiting" ? [action(t`Replace with a Higher Price…`, "chainscope.replaceTransaction")] : []),
    ...(lookFor ? [action(t`Look for It`, "chainscope.lookForTransaction")] : []),
    ...(contract ? contractActions(connection, contract) : []),
    ...(outcome && id !== undefined
      ? [{ title: t`Show Events`, command: "chainscope.groupEvents", arguments: [{ hash: id }] }]
      : []),
    ...(outcome ? [action(t`Open Block`, "chainscope.openTransactionBlock")] : []),
    ...(id === undefined ? [] : [action(t`Copy Id`, "chainscope.copyTransactionId")]),
    action(t`Copy as curl`, "chainscope.copyTransactionCurl"),
    action(t`Save…`, "chainscope.saveTransaction"),
    action(isUnderWay ? t`Stop Following` : t`Forget`, "chainscope.stopFollowing"),
  ];
}

/** What is next for a contract that was deployed. */
function contractActions(connection: Connection, contractId: string): LensCommand[] {
  const argument = { connection, connectionId: connection.id, id: contractId, contractId };
  const action = (title: string, command: string): LensCommand => ({ title, command, arguments: [argument] });
  return [
    action(t`Upload Driver…`, "chainscope.uploadDriver"),
    action(t`Name Contract…`, "chainscope.nameContract"),
    action(t`Open Contract`, "chainscope.openContract"),
  ];
}
