import { t } from "../../../../base/translate";
import type { Connection } from "../../../../client/connection";
import { failureWords } from "../../../../client/failures/failureWords";
import { NodeError } from "../../../../client/failures/nodeError";
import type { ExplorerNode } from "./explorerNode";
import type { Part } from "./part";
import { present } from "../../../../base/present";

/** Where the rows of a part go. */
export interface PartLocation {
  connection: Connection;
  /** The rows' place below the connection, and the name of their part. */
  at: string;
}

/**
 * The rows of a part, after asking for it if that is due. A part that fails keeps its last good rows below the reason;
 * a node that does not answer is not asked again here.
 */
export async function partRows<T>(
  { connection, at }: PartLocation,
  part: Part<T>,
  rows: (value: T) => ExplorerNode[],
): Promise<ExplorerNode[]> {
  const answering = connection.status.state !== "failed";
  if (answering) await part.ready();
  const trouble = part.error && answering ? problemRows(connection, at, part.error, at) : [];
  if (part.value !== undefined) return [...trouble, ...rows(part.value)];
  if (trouble.length > 0) return trouble;
  // What is tried again is the node, which then tells this as well.
  const retry = { kind: "retry", connection, at, part: undefined } as const;
  return [note(connection, at, t`Not loaded yet: the node does not answer.`), retry];
}

/** The rows of a part that is a list, or a row that says that there is none. */
export function listRows<T>(
  { connection }: Pick<PartLocation, "connection">,
  at: string,
  part: Part<readonly T[]>,
  none: string,
  row: (item: T, index: number) => ExplorerNode,
): Promise<ExplorerNode[]> {
  return partRows({ connection, at }, part, (list) =>
    list.length === 0 ? [note(connection, at, none)] : list.map(row),
  );
}

/** What failed and why, what a person can do, and a row that tries again. */
export function problemRows(connection: Connection, at: string, error: unknown, part?: string): ExplorerNode[] {
  const { sentence: message, remedy, remedies, redirect: newAddress, prefix: newPrefix, details } = failureWords(error);
  const { reason } = NodeError.from(error);
  // To try again there is a row of its own.
  const does = remedies.find((each) => each !== "retry");
  const action = present({ does, newAddress, newPrefix });
  return [
    { kind: "problem", connection, at, message, ...(remedy && { remedy }), details, ...(part && { part }) },
    ...(remedy ? [{ kind: "remedy", connection, at, text: remedy, ...action } as const] : []),
    // What a node does not offer it will not offer a moment later.
    ...(reason === "not-offered" ? [] : [{ kind: "retry", connection, at, part } as const]),
  ];
}

/** A row that only says something. */
export function note(connection: Connection, at: string, text: string): ExplorerNode {
  return { kind: "note", connection, at, text };
}
