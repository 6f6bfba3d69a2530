import type * as vscode from "vscode";
import { type CallRecord, storable } from "./callRecord";

const memoryKey = "callHistory";
const mostRecords = 200;
/** Of all records together: the workspace's memory is read and written as a whole. */
const mostCharacters = 1024 * 1024;

/** The calls of this workspace, newest first, kept over reloads within bounds. */
export class CallHistory {
  constructor(private readonly memory: vscode.Memento) {}

  get records(): readonly CallRecord[] {
    return this.memory.get<CallRecord[]>(memoryKey) ?? [];
  }

  async add(record: CallRecord): Promise<void> {
    const records = [storable(record), ...this.records].slice(0, mostRecords);
    let left = mostCharacters;
    const kept = records.filter((each, at) => (left -= JSON.stringify(each).length) >= 0 || at === 0);
    await this.write(kept);
  }

  async remove(id: string): Promise<void> {
    await this.write(this.records.filter((record) => record.id !== id));
  }

  async clear(): Promise<void> {
    await this.write([]);
  }

  /** Ids of the contracts called last on a connection, newest first. */
  recentContracts(connection: string): string[] {
    const ids = this.records.filter((record) => record.connection === connection);
    return [...new Set(ids.map(({ request }) => request.contractId))];
  }

  private async write(records: readonly CallRecord[]): Promise<void> {
    await this.memory.update(memoryKey, records);
  }
}
