import type { CapabilityName } from "../../../client/capabilities";
import type { Connection } from "../../../client/connection";
import { NodeError } from "../../../client/failures/nodeError";

/** Throws NodeError `not-offered`, before anything is asked, where a node is known to lack what is wanted. */
export function checkOffered(
  { name, status }: Pick<Connection, "name" | "status">,
  capability: CapabilityName,
  what: string,
): void {
  const offer = status.state === "up" ? status.capabilities[capability] : undefined;
  if (offer?.offered === "no") throw new NodeError("not-offered", `${name} ${what}: ${offer.text}.`);
}
