import { t } from "../../../base/translate";
import { counted } from "../../../base/words";
import { fileText } from "../../../wire/fileText";
import { limits } from "../../../wire/limits";
import { readPastedBytes, type ReadBytes } from "../../../wire/pastedBytes";

/** The transaction in a file, whether it holds its bytes or writes them down as hex, base64 or another text. */
export function transactionInFile(content: Uint8Array): ReadBytes {
  const text = textOf(content);
  return bounded(text === undefined ? { bytes: content, as: t`its raw bytes` } : readPastedBytes(text));
}

/** The transaction that a text writes down: one of `limits.requestBytes.transaction` at most. */
export function transactionInText(text: string): ReadBytes {
  return text.trim() === "" ? { problem: t`There is nothing.` } : bounded(readPastedBytes(text));
}

function bounded(read: ReadBytes): ReadBytes {
  if ("problem" in read) return read;
  const { length } = read.bytes;
  const most = limits.requestBytes.transaction;
  if (length === 0) return { problem: t`There are no bytes.` };
  return length > most
    ? { problem: t`A node takes at most ${most} bytes, this has ${counted(length, "byte")}.` }
    : read;
}

/** Text as people write it; bytes with controls in them are no text. */
function textOf(content: Uint8Array): string | undefined {
  try {
    const text = fileText(content, true);
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
