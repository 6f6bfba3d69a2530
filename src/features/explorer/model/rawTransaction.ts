import { jsonMembers, objectText } from "../../../wire/json/jsonMembers";

/**
 * A transaction as the node sent it, but for its `json`: that is a text in which JSON stands, and is shown as that JSON.
 * An executed transaction holds the one that was sent as `tx`.
 */
export function* rawTransactionText(text: string, holder?: "tx"): Generator<void, string> {
  const members = yield* jsonMembers(text);
  if (members.size === 0) return text;
  const sent = holder ? undefined : members.get("tx");
  if (sent !== undefined) members.set("tx", yield* rawTransactionText(sent, "tx"));
  const inner = members.get("json");
  const own: unknown = inner?.startsWith('"') ? JSON.parse(inner) : undefined;
  if (typeof own === "string" && (yield* jsonMembers(own)).size > 0) members.set("json", own);
  return objectText(members);
}
