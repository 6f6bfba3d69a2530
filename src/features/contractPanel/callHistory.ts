import type * as vscode from "vscode";
import { systemClock, type Clock } from "../../client/clock";
import type { Disposable } from "../../client/disposable";
import { type CallRecord, storable } from "./callRecord";

const memoryKey = "callHistory";
const mostRecords = 200;
/** Of all records together: the workspace's memory is read and written as a whole. */
const mostCharacters = 1024 * 1024;
/** Calls that follow each other are written down together. */
const writeAfterMs = 500;

/** The calls of this workspace, newest first, kept over reloads within bounds. */
export class CallHistory implements Disposable {
  private kept: { record: CallRecord; size: number }[] | undefined;
  private writing: Disposable | undefined;

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
    this.writing ??= this.clock.after(writeAfterMs, () => void this.flush());
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
