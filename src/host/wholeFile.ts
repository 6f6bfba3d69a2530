import { t } from "../base/translate";
import { messageOf } from "../base/words";
import { randomBytes } from "node:crypto";
import { chmod, open, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Adds to the file; resolves when all of it is written. */
export type Write = (chunk: Uint8Array) => Promise<void>;

/**
 * Writes a file on this machine whole or not at all: beside its place first, and into it when all is there. What `fill`
 * throws is passed on; what the disk refuses becomes a sentence. Either way nothing is left behind, and what stood there
 * before still does. Resolves to the bytes written.
 */
export async function writeWholeFile(path: string, fill: (write: Write) => Promise<unknown>): Promise<number> {
  const target = await onDisk(path, () => targetOf(path));
  const unfinished = join(dirname(target.path), `.${randomBytes(6).toString("hex")}.part`);
  const file = await onDisk(path, () => open(unfinished, "wx"));
  try {
    const bytes = await filled(path, file, fill);
    await onDisk(path, async () => {
      const { size } = await stat(unfinished);
      if (target.mode !== undefined) await chmod(unfinished, target.mode);
      if (size !== bytes) throw new Error(t`only ${size} of ${bytes} bytes are in it`);
      await whenFree(() => rename(unfinished, target.path));
    });
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Windows holds a file that is looked at, by a scanner or another window, for a moment: what is refused then is tried again. */
export async function whenFree(
  work: () => Promise<void>,
  { platform = process.platform, pauseMs = 30, tries = 12 } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isHeld = ["EPERM", "EACCES", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");
      if (platform !== "win32" || !isHeld || attempt === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  }
}

async function filled(path: string, file: FileHandle, fill: (write: Write) => Promise<unknown>): Promise<number> {
  let bytes = 0;
  try {
    await fill(async (chunk) => {
      await onDisk(path, () => file.appendFile(chunk));
      bytes += chunk.length;
    });
    // A disk that is full may say so only now.
    await onDisk(path, () => file.datasync());
  } finally {
    await file.close().catch(() => undefined);
  }
  return bytes;
}

/** Where a link leads is what is replaced, with the permissions that it has. */
async function targetOf(path: string): Promise<{ path: string; mode?: number }> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (real === undefined) return { path };
  const found = await stat(real);
  if (!found.isFile()) throw new Error(t`there is something else than a file`);
  return { path: real, mode: found.mode & 0o777 };
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const why = messageOf(cause);
    throw new Error(t`${path} was not written: ${why}. Make room or choose another place, and save it again.`, {
      cause,
    });
  }
}
