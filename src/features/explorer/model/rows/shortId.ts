import { visibleText } from "../../../../wire/visibleText";

/** The beginning and the end of an id or key, by which people tell them apart. */
export function shortId(id: string): string {
  return id.length > 16 ? `${visibleText(id.slice(0, 8))}…${visibleText(id.slice(-4))}` : visibleText(id);
}

/** The beginning of a key, where there is room for no more beside an amount. */
export function keyStart(key: string): string {
  return key.length > 16 ? `${visibleText(key.slice(0, 8))}…` : visibleText(key);
}
