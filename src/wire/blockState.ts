import type { Json } from "./json/exactJson";
import { fieldsOf } from "./json/fields";

/** How far a block has come (§3). */
export type BlockState = "accepted" | "confirmed" | "finalized" | "reverted";

/** Names that nodes have for the same in GraphQL; what is attested is accepted, and not confirmed by later blocks yet. */
const otherNames: Readonly<Record<string, BlockState>> = { attested: "accepted", final: "finalized" };

/**
 * A block's state in the interface's words, from an event's or from `Block.status` (§2.10), which some nodes give as a
 * text and some as an object of one field. A word that is not known stays as it is, in lower case.
 */
export function blockState(value: Json | undefined): string | undefined {
  const fields = fieldsOf(value);
  const [word] = [value, fields["state"], Object.keys(fields)[0]].filter((each) => typeof each === "string" && each);
  const name = (word as string | undefined)?.toLowerCase();
  return name !== undefined && Object.hasOwn(otherNames, name) ? otherNames[name] : name;
}
