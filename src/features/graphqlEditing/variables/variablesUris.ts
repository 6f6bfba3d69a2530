import * as vscode from "vscode";
import { variablesScheme } from "./variablesFileSystem";

const ending = ".variables.json";
const queryEnding = /\.(?:gql|graphql)$/;

export function isVariablesFile({ path }: vscode.Uri): boolean {
  return path.endsWith(ending);
}

/** Of programs, which may hold queries. */
export const programEnding = /\.[cm]?[jt]sx?$/;

/**
 * The variables file beside a document, `block.gql` → `block.variables.json`, `page.ts` → `page.ts.variables.json`;
 * undefined for a document that is no file.
 */
export function variablesBeside(source: vscode.Uri): vscode.Uri | undefined {
  const { path, scheme } = source;
  if (scheme === "untitled") return undefined;
  if (programEnding.test(path)) return source.with({ path: path + ending });
  return queryEnding.test(path) ? source.with({ path: path.replace(queryEnding, ending) }) : undefined;
}

/** Where the extension remembers a document's variables while there is no file beside it. */
export function variablesRemembered(source: vscode.Uri): vscode.Uri {
  const path = `/${source.path.replace(/^\/+/, "").replace(queryEnding, "")}${ending}`;
  return vscode.Uri.from({ scheme: variablesScheme, path });
}

/** Whether a variables file, beside or remembered, is that of a document. */
export function areVariablesOf(variables: vscode.Uri, source: vscode.Uri): boolean {
  const own = [variablesBeside(source), variablesRemembered(source)];
  return own.some((uri) => uri?.scheme === variables.scheme && uri.path === variables.path);
}
