import type * as vscode from "vscode";
import { systemClock, type Clock } from "../../client/clock";
import type { Disposable } from "../../client/disposable";
import { type CallRecord, storable } from "./callRecord";

const memoryKey = "callHistory";
const mostRecords = 200;
/** Of all records together: the workspace's memory is read and written as a whole. */
const mostCharacters = 1024 * 1024;
/** A call is written down at once; calls that follow each other faster than this are written together. */
const writeEveryMs = 500;

/** The calls of this workspace, newest first, kept over reloads within bounds. */
export class CallHistory implements Disposable {
  private kept: { record: CallRecord; size: number }[] | undefined;
  private writing: Disposable | undefined;
  private writtenAt = 0;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly clock: Clock = systemClock,
    private readonly failed: (error: unknown) => void = () => undefined,
  ) {}

  get records(): readonly CallRecord[] {
    return this.all.map(({ record }) => record);
  }

  add(record: CallRecord): void {
    const added = sized(storable(record));
    let left = mostCharacters;
    this.kept = [added, ...this.all].slice(0, mostRecords).filter(({ size }, at) => (left -= size) >= 0 || at === 0);
    const wait = this.writtenAt + writeEveryMs - this.clock.now();
    if (wait <= 0) void this.flush();
    else this.writing ??= this.clock.after(wait, () => void this.flush());
  }

  async remove(id: string): Promise<void> {
    this.kept = this.all.filter(({ record }) => record.id !== id);
    await this.flush();
  }

  async clear(): Promise<void> {
    this.kept = [];
    await this.flush();
  }

  /** Ids of the contracts called last on a connection, newest first. */
  recentContracts(connection: string): string[] {
    const ids = this.records.filter((record) => record.connection === connection);
    return [...new Set(ids.map(({ request }) => request.contractId))];
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

  private get all(): { record: CallRecord; size: number }[] {
    this.kept ??= (this.memory.get<CallRecord[]>(memoryKey) ?? []).map(sized);
    return this.kept;
  }
}

function sized(record: CallRecord): { record: CallRecord; size: number } {
  return { record, size: JSON.stringify(record).length };
}
