import { t } from "../base/translate";
import { limits } from "./limits";

/** Why a text cannot be shown as a document, with its size and what an editor takes; undefined when it can. */
export function tooLongDocument(text: string): string | undefined {
  const most = limits.documentCharacters;
  if (text.length <= most) return undefined;
  return t`This has ${millions(text.length, Math.ceil)} million characters; an editor shows at most ${millions(most, Math.floor)} million.`;
}

/** To one decimal; rounded apart, so that a text that is too long by little is not said to be as long as it may be. */
function millions(count: number, rounded: (tenths: number) => number): string {
  return (rounded(count / 100_000) / 10).toFixed(1);
}
