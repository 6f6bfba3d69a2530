import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CallOutcome } from "../../bridge/callOutcome";
import { writeWholeFile } from "../../host/wholeFile";
import { limits } from "../../wire/limits";
import { outcomeCharacters } from "./callRecord";

/** How much is kept in files. */
export interface ResultFileLimits {
  files: number;
  characters: number;
  bytes: number;
}

const { calls, fileCharacters, fileBytes } = limits.remembered;
const usual: ResultFileLimits = { files: calls, characters: fileCharacters, bytes: fileBytes };

/** Whole results that are too long for the workspace's memory, a file each, bounded in number and bytes. */
export class ResultFiles {
  constructor(
    private readonly folder: string,
    private readonly most: ResultFileLimits = usual,
  ) {}

  /** Writes an outcome, unless it is too long, and removes the oldest files beyond the bounds. */
  async write(id: string, outcome: CallOutcome): Promise<void> {
    if (outcomeCharacters(outcome) > this.most.characters) return;
    await mkdir(this.folder, { recursive: true });
    const bytes = new TextEncoder().encode(JSON.stringify(outcome));
    await writeWholeFile(this.pathOf(id), (write) => write(bytes));
    await this.removeOldest();
  }

  /** What was written under this id; undefined when it is gone, or is not what was written. */
  async read(id: string): Promise<CallOutcome | undefined> {
    try {
      const outcome = JSON.parse(await readFile(this.pathOf(id), "utf8")) as Partial<CallOutcome> | null;
      return typeof outcome?.kind === "string" ? (outcome as CallOutcome) : undefined;
    } catch {
      return undefined;
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => rm(this.pathOf(id), { force: true })));
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
