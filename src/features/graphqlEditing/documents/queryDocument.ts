import type * as vscode from "vscode";
import { documentScheme, languageIds } from "../../../host/contributionIds";

/** Where documents are that someone else made from a file: an old revision, one side of a comparison. */
const shadows = new Set(["git", "gitfs", "scm", "vscode-local-history", "chat-editing-text-model"]);

/** Languages of programs, whose template literals may hold GraphQL. */
export const programLanguages = ["typescript", "typescriptreact", "javascript", "javascriptreact"] as const;
const programs = new Set<string>(programLanguages);

type Described = Pick<vscode.TextDocument, "languageId" | "uri">;

/** Whether a document is GraphQL that a person writes: neither a schema of ours nor an old revision. */
export function isQueryDocument({ languageId, uri }: Described): boolean {
  return languageId === languageIds.graphql && isWritten(uri);
}

/** Whether a document is a program that a person writes. */
export function isProgram({ languageId, uri }: Described): boolean {
  return programs.has(languageId) && isWritten(uri);
}

function isWritten({ scheme }: vscode.Uri): boolean {
  return scheme !== documentScheme && !shadows.has(scheme);
}
