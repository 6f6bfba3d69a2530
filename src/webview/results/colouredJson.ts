import { isBeforeColon, JsonTokens, type JsonTokenKind } from "../../wire/json/jsonTokens";
import { limits } from "../../wire/limits";
import { element } from "../element";

const colours: { readonly [kind in JsonTokenKind]?: string } = { string: "string", number: "number", word: "word" };

/**
 * A text of JSON with its names, texts, numbers and words coloured; as much of it as a browser draws with ease. What
 * follows, and what is no JSON, stays plain.
 */
export function colouredJson(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const tokens = new JsonTokens(text);
  let plainFrom = 0;
  while (parts.length < limits.page.colouredParts && tokens.next()) {
    const kind = colours[tokens.kind];
    if (kind === undefined) continue;
    const isName = kind === "string" && isBeforeColon(text, tokens.end);
    // Each token was made visible with the whole text, so it is set as it is.
    const part = element("span", { class: `json-${isName ? "name" : kind}` });
    part.textContent = tokens.raw;
    parts.push(text.slice(plainFrom, tokens.start), part);
    plainFrom = tokens.end;
  }
  return [...parts, text.slice(plainFrom)];
}
