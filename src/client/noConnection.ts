import { t } from "../base/translate";
import { NodeError } from "./failures/nodeError";

/**
 * What is said to someone who has no node to speak to yet, with both ways to get one; or, when there are some and none
 * is active, who has to choose.
 */
export function noConnection(known: readonly unknown[] = []): NodeError {
  if (known.length > 0)
    return new NodeError("invalid-input", t`No connection is active.`, {
      remedy: t`Choose the one to use.`,
      remedies: ["choose-connection"],
    });
  return new NodeError("invalid-input", t`There is no connection yet.`, {
    remedy: t`Connect to a node, or start the sandbox node.`,
    remedies: ["connect", "start-sandbox"],
  });
}

/** What is said of a connection that is named somewhere and not open in this window. */
export function noSuchConnection(name: string, remedy: string): NodeError {
  return new NodeError("invalid-input", t`There is no connection named “${name}”.`, { remedy, remedies: ["connect"] });
}
