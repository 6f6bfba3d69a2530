import { t } from "../../base/translate";
import type { ConnectionConfig } from "../connectionConfig";
import { defaultPrefix } from "../http/endpoint";
import { NodeError } from "./nodeError";

/**
 * That a connection names another prefix than the node's headers have, which is used all the same; undefined when it
 * names the same, or when none is known.
 */
export function prefixProblem(
  known: string | undefined,
  { prefix = defaultPrefix, name }: Pick<ConnectionConfig, "prefix" | "name">,
): NodeError | undefined {
  if (known === undefined || known === prefix) return undefined;
  return new NodeError("invalid-input", t`The node's headers begin with ${known}, this connection says ${prefix}.`, {
    ...{ prefix: known, connection: name },
    remedy: t`Use the prefix ${known}: write it into the settings. Until then it is used all the same.`,
    remedies: ["use-prefix"],
  });
}
