import { messageOf } from "../base/words";
import { AskFailure } from "../bridge/asker";

/** What went wrong, and what to do, in words. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AskFailure) return [error.message, error.failure.remedy].filter(Boolean).join(" ");
  return messageOf(error);
}
