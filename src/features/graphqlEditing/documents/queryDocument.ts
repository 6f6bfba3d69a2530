import type * as vscode from "vscode";
import { documentScheme, languageIds } from "../../../host/contributionIds";

/** Where documents are that somebody else made from a file: an old revision, one side of a comparison. */
const shadows = new Set(["git", "gitfs", "scm", "vscode-local-history", "chat-editing-text-model"]);

/** Whether a document is GraphQL that a person writes: neither a schema of ours nor an old revision. */
export function isQueryDocument({ languageId, uri }: Pick<vscode.TextDocument, "languageId" | "uri">): boolean {
  return languageId === languageIds.graphql && uri.scheme !== documentScheme && !shadows.has(uri.scheme);
}
