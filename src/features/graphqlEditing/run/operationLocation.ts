import * as vscode from "vscode";

/** Where a lens or a command found an operation: the document and an offset in it. */
export interface OperationLocation {
  readonly uri: vscode.Uri;
  readonly at: number;
}

/** The place in a command's argument; from the palette there is none, and other callers may hand over anything. */
export function locationIn(argument: unknown): OperationLocation | undefined {
  const { uri, at } = (argument ?? {}) as Partial<OperationLocation>;
  return uri instanceof vscode.Uri && typeof at === "number" ? { uri, at } : undefined;
}
