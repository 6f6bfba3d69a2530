import type { CapabilityName } from "../../client/capabilities";
import type { Connection } from "../../client/connection";
import type { Provisioner } from "../../client/nodeClient";
import type { Remedy } from "../../client/nodeError";
import type { Subscription } from "../../client/subscription";
import type { DriverEvent, DriverFunction } from "../../contract/driverSchema";
import type { Json } from "../../wire/exactJson";
import type { Target } from "../../wire/target";
import type { BlockSummary, TransactionSummary } from "./chainAnswers";

/** What a connection's row can be opened into, in the order shown. */
export const sections = [
  "node",
  "chain",
  "mempool",
  "network",
  "provisioners",
  "contracts",
  "subscriptions",
  "statistics",
] as const;
export type Section = (typeof sections)[number];

/** Rows that hold rows, below a section or a contract. */
export type Group =
  "capabilities" | "peers" | "locations" | "seen" | "metadata" | "driver" | "functions" | "events" | "provisioner";

interface Base {
  connection: Connection;
}
interface OfContract extends Base {
  contractId: string;
  /** The contract's name. */
  name: string;
}

/**
 * One row of the explorer, as data; `rowPicture.ts` says what it looks like. `at` is the row's place below its
 * connection. Rows that name a contract, a block or a transaction have a `target` to subscribe to.
 */
export type ExplorerNode =
  | (Base & { kind: "connection" })
  | (Base & { kind: "section"; section: Section })
  | (Base & {
      kind: "group";
      group: Group;
      at: string;
      title: string;
      words: string;
      contract?: OfContract;
      fields?: Json;
    })
  | (Base & { kind: "field"; at: string; name: string; value: Json; words?: string; icon?: string })
  | (Base & { kind: "capability"; name: CapabilityName; offered: "yes" | "no" | "unknown"; words: string })
  | (Base & { kind: "block"; block: BlockSummary; target: Target })
  | (Base & { kind: "transaction"; at: string; transaction: TransactionSummary; target: Target })
  | (Base & { kind: "peer"; at: string; address: string })
  | (Base & { kind: "provisioner"; provisioner: Provisioner })
  | (OfContract & { kind: "contract"; at: string; origin: "built-in" | "named" | "seen"; target: Target })
  | (OfContract & { kind: "function"; functionName: string; fn: DriverFunction; warning?: string })
  | (OfContract & { kind: "event"; topic: string; event: DriverEvent; target: Target; warning?: string })
  | (Base & { kind: "subscription"; at: string; subscription: Subscription })
  | (Base & { kind: "note"; at: string; words: string })
  | (Base & { kind: "more"; at: string; part: string; words: string })
  | (Base & { kind: "problem"; at: string; message: string; remedy?: string; details?: readonly string[] })
  | (Base & { kind: "remedy"; at: string; words: string; does?: Remedy; newAddress?: string })
  | (Base & { kind: "retry"; at: string; part: string | undefined });

export type RowOf<K extends ExplorerNode["kind"]> = Extract<ExplorerNode, { kind: K }>;

/** Names a row across refreshes; labels may change, this may not. */
export function nodeId(node: ExplorerNode): string {
  let id = escaped(node.connection.name);
  for (const part of place(node)) id += `/${escaped(part)}`;
  return id;
}

/** Keeps the parts of an id apart. Most hold nothing to escape, and there are thousands of rows. */
function escaped(part: string): string {
  return /[%/]/.test(part) ? part.replaceAll("%", "%25").replaceAll("/", "%2F") : part;
}

function place(node: ExplorerNode): string[] {
  switch (node.kind) {
    case "connection":
      return [];
    case "section":
      return [node.section];
    case "capability":
      return ["node", "capabilities", node.name];
    case "block":
      return ["chain", node.block.hash];
    case "provisioner":
      return ["provisioners", node.provisioner.key];
    case "contract":
      return [node.at, node.contractId];
    case "function":
      return ["functions", node.contractId, node.functionName];
    case "event":
      return ["events", node.contractId, node.topic];
    case "transaction":
      return [node.at, node.transaction.hash];
    case "peer":
      return ["peers", node.at];
    case "group":
    case "field":
    case "subscription":
    case "note":
    case "more":
    case "problem":
    case "remedy":
    case "retry":
      return [node.kind, node.at];
  }
}
