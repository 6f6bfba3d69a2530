import type * as vscode from "vscode";
import { t } from "../../base/translate";
import type { ReportError } from "../../host/commands";
import { readSetting } from "../../host/settings";
import { showInformationMessage } from "../../host/messages";
import { showCheckList } from "../../host/quickPicks";
import { words, type Words } from "../../host/words";
import { limits } from "../../wire/limits";
import { shortWords } from "../../wire/shortWords";
import { targetPath, type Target } from "../../wire/target";
import { ContractNames } from "./model/decode/contractNames";
import type { TailedConnection } from "./model/tails/tail";
import type { LastSeen } from "./model/tails/tailedChain";
import type { Tails } from "./model/tails/tails";

/** A tail as it is remembered across windows. */
interface RememberedTail {
  connectionId: string;
  target: Target;
}

/** A tail of an earlier window, of a connection that is there. */
interface EarlierTail {
  connection: TailedConnection;
  target: Target;
}

/** A block heard of, its height as decimal digits. */
interface RememberedBlock {
  height: string;
  hash: string;
}

/** By connection: the height of the last block heard of, one by which its chain is known, and when that was. */
type RememberedBlocks = Record<string, { height: string; known?: RememberedBlock; at: number }>;

const key = "tails";
const blocksKey = "tailedBlocks";
const saveEveryMs = 10_000;

/**
 * Remembers the running tails in the workspace and, when it is opened again, resumes those of an earlier window: as the
 * setting says, after asking or without. Connections of a window alone, such as the sandbox, end with it.
 */
export class TailMemory implements vscode.Disposable {
  private readonly listening: { dispose(): unknown };
  private readonly timer: NodeJS.Timeout;
  /** What an earlier window heard last, for the tails that may be resumed yet. */
  private earlier: RememberedBlocks | undefined;
  private later: RememberedBlocks | undefined;
  /** The tails of an earlier window, for as long as they may be resumed. */
  private offered: readonly EarlierTail[] = [];
  private disposed = false;
  private failed = false;

  constructor(
    private readonly tails: Tails,
    private readonly connections: { byId(id: string): TailedConnection | undefined },
    private readonly memory: vscode.Memento,
    private readonly report: ReportError,
  ) {
    this.earlier = this.remembered().length > 0 ? this.blocks() : undefined;
    this.listening = tails.onChange(() => this.finish(this.save()));
    // A window may end without a word.
    this.timer = setInterval(() => this.finish(this.saveBlocks()), saveEveryMs);
  }

  /** Tails of an earlier window that wait for an answer. */
  get waiting(): number {
    return this.earlier ? this.offered.length : 0;
  }

  /** Whether there are tails of an earlier window that can still be resumed, whatever was answered. */
  get canResume(): boolean {
    return this.offered.length > 0;
  }

  /** Which tails of an earlier window can be resumed, in few words. */
  get summary(): string {
    const { names, nodes } = toldOf(this.offered);
    return t`${names} on ${nodes}`;
  }

  /** Asks, if need be, and starts what ran before. To be called once, when the connections are known. */
  async restore(): Promise<void> {
    this.offered = this.remembered().flatMap(({ connectionId, target }) => {
      const connection = this.connections.byId(connectionId);
      return connection ? [{ connection, target }] : [];
    });
    const resuming = readSetting("events.resumeTails");
    if (this.offered.length === 0 || resuming === "never") return this.answered();
    if (resuming === "always") return this.resume();
    this.tails.changed();
    const answer = await showInformationMessage(question(this.offered), resumeButton, laterButton);
    if (answer === resumeButton) await this.resume();
    // A message that was closed, or went away by itself, is no answer.
    if (answer === laterButton) await this.answered();
  }

  /** Asks which of the earlier tails to start; of a single one there is nothing to ask. */
  async resumeChosen(): Promise<void> {
    const items = this.offered.map((tail) => ({
      label: labelOf(tail),
      description: tail.connection.name,
      picked: true,
      tail,
    }));
    const options = { title: t`Resume Earlier Tails`, placeHolder: t`Which` };
    const chosen = items.length > 1 ? await showCheckList(items, options) : items;
    if (chosen) await this.resume(chosen.map(({ tail }) => tail));
  }

  /** Starts what ran in an earlier window, which then says what it may have missed. */
  async resume(wanted: readonly EarlierTail[] = this.offered): Promise<void> {
    const blocks = this.earlier ?? this.later ?? {};
    if (this.offered.length === 0) throw new Error(t`There are no earlier tails to resume.`);
    this.offered = this.offered.filter((tail) => !wanted.includes(tail));
    try {
      // One that cannot be started, because its connection's settings do not work, keeps none of the others back.
      for (const { connection, target } of wanted) await this.tails.start(connection, target).catch(this.report);
      for (const [connectionId, { height, known, at }] of Object.entries(blocks)) {
        const block = known && { height: BigInt(known.height), hash: known.hash };
        if (wanted.some((tail) => tail.connection.id === connectionId))
          this.tails.missedSince(connectionId, { height: BigInt(height), known: block, at });
      }
    } finally {
      await this.answered();
    }
  }

  /** From now on nothing is forgotten: the tails end because the window does. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.listening.dispose();
    clearInterval(this.timer);
    this.finish(this.saveBlocks());
  }

  /** The next window knows of these no more; in this one the command still resumes them. */
  private async answered(): Promise<void> {
    this.later = this.earlier;
    this.earlier = undefined;
    this.tails.changed();
    await this.save();
  }

  /** Says once if the editor cannot keep what is to be remembered, and not at all when the window is at its end. */
  private finish(saving: Promise<void>): void {
    saving.catch((error: unknown) => {
      if (!this.failed && !this.disposed) this.report(error);
      this.failed = true;
    });
  }

  private remembered(): RememberedTail[] {
    return this.memory.get<RememberedTail[]>(key) ?? [];
  }

  private async save(): Promise<void> {
    // Until the earlier ones are resumed or refused, they are not lost by what else happens.
    const earlier = this.earlier ? this.remembered() : [];
    const running = this.tails.all
      .filter(({ connection }) => connection.config.origin === "settings")
      .map(({ connection, target }) => ({ connectionId: connection.id, target }));
    const all = new Map(
      [...earlier, ...running].map((tail) => [`${tail.connectionId} ${targetPath(tail.target)}`, tail]),
    );
    await this.memory.update(key, [...all.values()]);
    await this.saveBlocks();
  }

  private async saveBlocks(): Promise<void> {
    const ids = new Set(this.tails.all.map(({ connection }) => connection.id));
    const before = this.blocks();
    const now: RememberedBlocks = {};
    for (const id of ids) {
      const seen = this.tails.lastSeen(id);
      // While no events can arrive, what is known stays as old as it is.
      const known = seen ? remembered(seen) : before[id];
      if (known) now[id] = known;
    }
    Object.assign(now, this.earlier);
    if (ids.size > 0 || Object.keys(before).length > 0) await this.memory.update(blocksKey, now);
  }

  private blocks(): RememberedBlocks {
    return this.memory.get<RememberedBlocks>(blocksKey) ?? {};
  }
}

function remembered({ height, known, at }: LastSeen): RememberedBlocks[string] {
  const block = known && { known: { height: String(known.height), hash: known.hash } };
  return { height: String(height), ...block, at };
}

const resumeButton = t`Resume`;
const laterButton = t`Not Now`;

/** The question names what ran and where: `Counter, Token and 3 more were tailed here before, on Local.` */
function question(tails: readonly EarlierTail[]): Words {
  const { names, nodes } = toldOf(tails);
  return words`${names} ${tails.length === 1 ? "was" : "were"} tailed here before, on ${nodes}.`;
}

function toldOf(tails: readonly EarlierTail[]): { names: string; nodes: string } {
  const short = (name: string) => shortWords(name, limits.titleCharacters);
  const nodes = [...new Set(tails.map(({ connection }) => short(connection.name)))];
  return { names: listed(tails.map((tail) => short(labelOf(tail)))), nodes: listed(nodes) };
}

function labelOf({ connection, target }: EarlierTail): string {
  return new ContractNames(connection.config.contracts).label(target).replace(/^contracts:/, "");
}

/** The first of some names, and how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, names.length <= 3 ? 3 : 2);
  const more = names.length - shown.length;
  const last = more > 0 ? t`${more} more` : shown.length > 1 ? shown.pop() : undefined;
  return last === undefined ? shown.join(", ") : t`${shown.join(", ")} and ${last}`;
}
