import type * as vscode from "vscode";
import { t } from "../../base/translate";
import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import { systemClock, type Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import { Listeners } from "../../base/listeners";
import { NodeError } from "../../client/failures/nodeError";
import { limits } from "../../wire/limits";
import { type CallRecord, inlineOutcome, withInlineInput, withoutSecrets } from "./model/callRecord";
import type { ResultFiles } from "./resultFiles";

const memoryKey = "callHistory";
const { calls: mostRecords, characters: mostCharacters } = limits.remembered;
/** A call is written down at once; calls that follow each other faster than this are written together. */
const writeEveryMs = 500;

/**
 * The calls of this workspace, newest first, kept over reloads within bounds. Long results are files of their own; in
 * the workspace's memory stands a part of them.
 */
export class CallHistory implements Disposable {
  private kept: { record: CallRecord; size: number }[] | undefined;
  private writing: Disposable | undefined;
  private writtenAt = 0;
  private readonly changes = new Listeners<undefined>();
  readonly onChange = this.changes.event;
  /** Results on their way into a file. */
  private readonly unwritten = new Map<string, Promise<void>>();

  constructor(
    private readonly memory: vscode.Memento,
    private readonly files: ResultFiles,
    private readonly clock: Clock = systemClock,
    private readonly failed: (error: unknown) => void = () => undefined,
  ) {}

  /** Does not look into the calls that an earlier window has kept. */
  get isEmpty(): boolean {
    return (this.kept ?? this.remembered).length === 0;
  }

  get records(): readonly CallRecord[] {
    return this.all.map(({ record }) => record);
  }

  add(record: CallRecord): void {
    const stored = withoutSecrets(record);
    const outcome = inlineOutcome(stored.outcome);
    if (outcome !== stored.outcome) this.waitFor(stored.id, this.files.write(stored.id, stored.outcome));
    const inline = withInlineInput({ ...stored, outcome });
    if (inline.isCutInput) this.waitFor(stored.id, this.files.writeInput(stored.id, stored.request.input));
    const added = sized(inline);
    let left = mostCharacters;
    const isKept = ({ size }: { size: number }, at: number) => (left -= size) >= 0 || at === 0;
    this.keep([added, ...this.all].slice(0, mostRecords).filter(isKept));
    const wait = this.writtenAt + writeEveryMs - this.clock.now();
    if (wait <= 0) void this.flush();
    else this.writing ??= this.clock.after(wait, () => void this.flush());
  }

  /** All that a call returned as far as it was kept; what is still a part of it says so. */
  async whole({ id, outcome }: CallRecord): Promise<CallOutcome> {
    if (outcome.only === undefined) return outcome;
    await this.unwritten.get(id);
    return (await this.files.read(id)) ?? outcome;
  }

  /** All that a call sent. Rejects with a NodeError when a long input is no longer there. */
  async request({ id, request, isCutInput }: CallRecord): Promise<CallRequest> {
    if (!isCutInput) return request;
    await this.unwritten.get(id);
    const input = await this.files.readInput(id);
    if (input) return { ...request, input };
    throw new NodeError("too-large", t`Only the beginning of this call's input was kept, so it cannot be sent again.`);
  }

  async remove(id: string): Promise<void> {
    this.keep(this.all.filter(({ record }) => record.id !== id));
    await this.flush();
  }

  async clear(): Promise<void> {
    this.keep([]);
    await this.flush();
  }

  /** Ids of the contracts called last on a connection, newest first, but for those that it turned out not to have. */
  recentContracts(connection: string): string[] {
    const calls = this.records.filter((record) => record.connection === connection);
    const latest = new Map([...calls].reverse().map((record) => [record.request.contractId, record.outcome]));
    const ids = [...new Set(calls.map(({ request }) => request.contractId))];
    return ids.filter((id) => !isOfNoContract(latest.get(id)));
  }

  /** Names of the functions of a contract that were called, newest first; those that failed last are left out. */
  calledFunctions(contractId: string): string[] {
    const calls = this.records.filter(({ request }) => request.contractId === contractId);
    const latest = new Map([...calls].reverse().map((record) => [record.request.fn, record.outcome]));
    return [...new Set(calls.map(({ request }) => request.fn))].filter((fn) => latest.get(fn)?.kind !== "failed");
  }

  /** Writes down what is not written yet. Never rejects. */
  async flush(): Promise<void> {
    this.writing?.dispose();
    this.writing = undefined;
    this.writtenAt = this.clock.now();
    try {
      await this.memory.update(memoryKey, this.records);
    } catch (error) {
      this.failed(error);
    }
  }

  dispose(): void {
    if (this.writing) void this.flush();
  }

  private waitFor(id: string, work: Promise<void>): void {
    const writing = Promise.all([this.unwritten.get(id), work.catch(this.failed)]).then(() => undefined);
    this.unwritten.set(id, writing);
    void writing.then(() => this.unwritten.get(id) === writing && this.unwritten.delete(id));
  }

  private keep(records: { record: CallRecord; size: number }[]): void {
    const kept = new Set(records.map(({ record }) => record.id));
    const hasFile = ({ outcome, isCutInput }: CallRecord) => outcome.only !== undefined || isCutInput;
    const dropped = this.all.filter(({ record }) => hasFile(record) && !kept.has(record.id));
    this.kept = records;
    this.changes.fire(undefined);
    const ids = dropped.map(({ record }) => record.id);
    if (ids.length > 0) void this.removeFiles(ids);
  }

  private async removeFiles(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.flatMap((id) => this.unwritten.get(id) ?? []));
    await this.files.remove(ids).catch(this.failed);
  }

  private get all(): { record: CallRecord; size: number }[] {
    this.kept ??= this.remembered.map(sized);
    return this.kept;
  }

  private get remembered(): readonly CallRecord[] {
    return this.memory.get<CallRecord[]>(memoryKey) ?? [];
  }
}

function isOfNoContract(outcome: CallOutcome | undefined): boolean {
  return outcome?.kind === "failed" && outcome.missing === "contract";
}

function sized(record: CallRecord): { record: CallRecord; size: number } {
  return { record, size: JSON.stringify(record).length };
}
