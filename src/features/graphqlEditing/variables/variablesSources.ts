import * as vscode from "vscode";
import { languageIds } from "../../../host/contributionIds";
import { variablesScheme } from "./variablesFileSystem";
import { isProgram } from "../documents/queryDocument";
import { areVariablesOf, programEnding } from "./variablesUris";

const endings = [".gql", ".graphql"];

/** The GraphQL documents that a variables file belongs to: open ones, else files of that name beside it. */
export async function variablesSources(uri: vscode.Uri): Promise<vscode.TextDocument[]> {
  const open = vscode.workspace.textDocuments.filter(
    (document) => document.languageId === languageIds.graphql || isProgram(document),
  );
  const found = open.filter((document) => areVariablesOf(uri, document.uri));
  if (found.length > 0) return found;
  const stem = uri.path.replace(/\.variables\.json$/, "");
  const scheme = uri.scheme === variablesScheme ? "file" : uri.scheme;
  const paths = programEnding.test(stem) ? [stem] : endings.map((ending) => stem + ending);
  const files = paths.map((path) => uri.with({ scheme, path }));
  const opened = await Promise.all(files.map(openIfThere));
  return opened.filter((document) => document !== undefined);
}

async function openIfThere(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined; // there is no such file
  }
}
