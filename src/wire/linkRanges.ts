import { checkAccountKey, checkBlobId, checkContractId, checkHash, type CheckedId } from "./ids";
import { limits } from "./limits";

/** What a word of a readable document leads to. */
export interface DocumentLink {
  /** The text that is the link, wherever it stands. */
  text: string;
  to: "block" | "transaction" | "contract" | "account" | "blob";
}

/** Where a document's ids stand that lead somewhere: at most `limits.documentLinks`, and how many more there are. */
export interface LinkRanges {
  links: { start: number; link: DocumentLink }[];
  left: number;
}

const checkOf: Record<DocumentLink["to"], (text: string) => CheckedId> = {
  block: checkHash,
  transaction: checkHash,
  contract: checkContractId,
  account: checkAccountKey,
  blob: checkBlobId,
};

/** Finds the links' ids in a text, in one pass. What is no id by its form leads nowhere: it could be any word. */
export function linkRanges(text: string, links: readonly DocumentLink[]): LinkRanges {
  const byId = new Map<string, DocumentLink>();
  for (const link of links) if (!byId.has(link.text) && checkOf[link.to](link.text).ok) byId.set(link.text, link);
  const found: LinkRanges = { links: [], left: 0 };
  if (byId.size === 0) return found;
  for (const { 0: word, index } of text.matchAll(/[0-9A-Za-z]{32,}/g)) {
    const link = byId.get(word);
    if (!link) continue;
    if (found.links.length < limits.documentLinks) found.links.push({ start: index, link });
    else found.left++;
  }
  return found;
}
