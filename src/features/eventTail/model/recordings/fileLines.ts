import { open } from "node:fs/promises";
import { limits } from "../../../../wire/limits";

/** A line of a file by its number, from 1 on; `text` is undefined when it is too long to be read. */
export interface FileLine {
  number: number;
  text: string | undefined;
}

const lineFeed = 0x0a;
const chunkBytes = 64 * 1024;

/** Reads a file line by line, never more of it than a line and a chunk. Rejects with what the disk says. */
export async function* fileLines(path: string): AsyncGenerator<FileLine> {
  const file = await open(path, "r");
  const line = new GrowingLine();
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const { bytesRead } = await file.read(chunk, 0, chunkBytes);
      if (bytesRead === 0) break;
      let start = 0;
      for (let end = start; (end = chunk.subarray(0, bytesRead).indexOf(lineFeed, start)) >= 0; start = end + 1) {
        line.add(chunk.subarray(start, end));
        yield line.take();
      }
      line.add(chunk.subarray(start, bytesRead));
    }
    if (!line.isEmpty) yield line.take();
  } finally {
    await file.close();
  }
}

/** The line that is being read: of one that is too long its length only. */
class GrowingLine {
  private chunks: Buffer[] = [];
  private length = 0;
  private number = 0;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length <= limits.recordedLineBytes) this.chunks.push(chunk);
    else this.chunks = [];
  }

  take(): FileLine {
    const isWhole = this.length <= limits.recordedLineBytes;
    const text = isWhole ? withoutReturn(Buffer.concat(this.chunks).toString("utf8")) : undefined;
    this.chunks = [];
    this.length = 0;
    return { number: ++this.number, text };
  }
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
