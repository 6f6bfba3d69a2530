import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import { writeWholeFile } from "../../host/wholeFile";
import { limits } from "../../wire/limits";
import { outcomeCharacters } from "./model/callRecord";

/** How much is kept in files. */
export interface ResultFileLimits {
  files: number;
  characters: number;
  bytes: number;
}

const { calls, fileCharacters, fileBytes } = limits.remembered;
const usual: ResultFileLimits = { files: calls, characters: fileCharacters, bytes: fileBytes };

/** Results, and inputs, that are too long for the workspace's memory, a file each, bounded in number and bytes. */
export class ResultFiles {
  constructor(
    private readonly folder: string,
    private readonly most: ResultFileLimits = usual,
  ) {}

  /** Writes an outcome, unless it is too long, and removes the oldest files beyond the bounds. */
  async write(id: string, outcome: CallOutcome): Promise<void> {
    if (outcomeCharacters(outcome) <= this.most.characters) await this.writeValue(id, outcome);
  }

  /** The same for a long input. */
  async writeInput(id: string, input: CallRequest["input"]): Promise<void> {
    await this.writeValue(inputOf(id), input);
  }

  /** What was written under this id; undefined when it is gone, or is not what was written. */
  async read(id: string): Promise<CallOutcome | undefined> {
    const outcome = (await this.readValue(id)) as Partial<CallOutcome> | null | undefined;
    return typeof outcome?.kind === "string" ? (outcome as CallOutcome) : undefined;
  }

  async readInput(id: string): Promise<CallRequest["input"] | undefined> {
    const input = (await this.readValue(inputOf(id))) as { json?: unknown; hex?: unknown } | null | undefined;
    return typeof (input?.json ?? input?.hex) === "string" ? (input as CallRequest["input"]) : undefined;
  }

  /** Removes what was written under these ids. */
  async remove(ids: readonly string[]): Promise<void> {
    const paths = ids.flatMap((id) => [this.pathOf(id), this.pathOf(inputOf(id))]);
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }

  private async writeValue(id: string, value: unknown): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    await writeWholeFile(this.pathOf(id), (write) => write(bytes));
    await this.removeOldest();
  }

  private async readValue(id: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.pathOf(id), "utf8")) as unknown;
    } catch {
      return undefined;
    }
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id.replace(/[^\w-]/g, "_")}.json`);
  }

  private async removeOldest(): Promise<void> {
    const paths = (await readdir(this.folder)).map((name) => join(this.folder, name));
    const found = await Promise.all(
      paths.map(async (path) => {
        // Another window may have removed it just now.
        const seen = await stat(path).catch(() => undefined);
        return seen ? [{ path, size: seen.size, at: seen.mtimeMs }] : [];
      }),
    );
    const newest = found.flat().sort((one, other) => other.at - one.at);
    let bytes = 0;
    const surplus = newest.filter(({ size }, at) => (bytes += size) > this.most.bytes || at >= this.most.files);
    await Promise.all(surplus.map(({ path }) => rm(path, { force: true })));
  }
}

function inputOf(id: string): string {
  return `${id}-input`;
}
