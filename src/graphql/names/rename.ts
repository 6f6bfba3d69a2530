import type { GivenName } from "./definitions";
import type { GraphqlDocument, OtherDocument } from "../text/document";
import { definitionsInReach, isOperation } from "./fragmentUse";
import { referencesOf } from "./references";

/** Replaces `start` to `end` by `text`, in the document itself when there is no `file`. */
export interface RenameEdit {
  readonly file?: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type Renaming =
  { readonly edits: readonly RenameEdit[] } | { readonly problem: "not-a-name" | "taken"; readonly name: string };

/** Edits that replace the name wherever it stands. A variable's `$` may be given or not. */
export function renameEdits(
  given: GivenName,
  newName: string,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): Renaming {
  const name = given.kind === "variable" ? newName.replace(/^\$/, "") : newName;
  const reserved = given.kind === "fragment" && name === "on";
  if (!/^[_A-Za-z][_0-9A-Za-z]*$/.test(name) || reserved) return { problem: "not-a-name", name };
  const places = referencesOf(given, document, others);
  if (name !== given.name && isTaken(given, name, document, others)) return { problem: "taken", name };
  const sign = given.kind === "variable" ? "$" : "";
  return {
    edits: places.map(({ file, start, end }) => ({ ...(file ? { file } : {}), start, end, text: sign + name })),
  };
}

function isTaken(
  given: GivenName,
  name: string,
  document: GraphqlDocument,
  others: readonly OtherDocument[] | undefined,
): boolean {
  if (given.kind === "variable") {
    return referencesOf(given, document, others).some(({ definition }) =>
      definition.declarations.some((declaration) => declaration.name.text === name),
    );
  }
  const reach = given.kind === "operation" ? definitionsInReach(document) : definitionsInReach(document, others);
  return reach.some(
    ({ definition }) => definition.name?.text === name && isOperation(definition) === (given.kind === "operation"),
  );
}
