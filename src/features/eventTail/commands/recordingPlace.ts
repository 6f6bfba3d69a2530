import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { messageOf } from "../../../base/words";
import { readBytes } from "../../../host/readText";
import { fileName, saveFile } from "../../../host/saveFile";
import { limits } from "../../../wire/limits";

/**
 * A file of events where a person wants it, and where it is written or read line by line: the same on the machine that the
 * extension runs on. Of one elsewhere, such as a virtual folder, a copy is on this machine meanwhile.
 */
export interface RecordingPlace {
  /** What a person calls it. */
  name: string;
  /** Where it is on this machine. */
  path: string;
  /** Puts what was written where the person wants it. Rejects with a sentence that says where it is instead. */
  deliver(): Promise<void>;
  /** Ends the copy. */
  dispose(): Promise<void>;
}

/** The place of a file that is to be written. */
export async function placeToRecord(file: vscode.Uri): Promise<RecordingPlace> {
  const name = fileName(file);
  if (file.scheme === "file") return { name, path: name, deliver: nothing, dispose: nothing };
  const path = join(await mkdtemp(join(tmpdir(), "chainscope-")), "events.jsonl");
  const dispose = () => rm(dirname(path), { recursive: true, force: true });
  const deliver = async () => {
    try {
      await saveFile(file, await readFile(path));
    } catch (cause) {
      throw new Error(t`${messageOf(cause)} The recording is kept as ${path}.`, { cause });
    }
    await dispose();
  };
  return { name, path, deliver, dispose };
}

/** The place of a file that is there to be read. */
export async function placeToReplay(file: vscode.Uri): Promise<RecordingPlace> {
  const place = await placeToRecord(file);
  if (file.scheme !== "file") {
    try {
      await saveFile(vscode.Uri.file(place.path), await readBytes(file, limits.copiedRecordingBytes));
    } catch (error) {
      await place.dispose();
      throw error;
    }
  }
  return place;
}

async function nothing(): Promise<void> {}
