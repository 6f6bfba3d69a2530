import * as vscode from "vscode";

/** Where a lens or a command found an operation: the document and an offset in it. */
export interface OperationPlace {
  readonly uri: vscode.Uri;
  readonly at: number;
}

/** The place in a command's argument; from the palette there is none, and other callers may hand over anything. */
export function placeIn(argument: unknown): OperationPlace | undefined {
  const { uri, at } = (argument ?? {}) as Partial<OperationPlace>;
  return uri instanceof vscode.Uri && typeof at === "number" ? { uri, at } : undefined;
}
