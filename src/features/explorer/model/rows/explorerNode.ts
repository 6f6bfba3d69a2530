import type { CapabilityName } from "../../../../client/capabilities";
import type { Connection } from "../../../../client/connection";
import type { Provisioner } from "../../../../client/routes/nodeClient";
import type { Remedy } from "../../../../client/failures/nodeError";
import type { TransactionLife } from "../../../../client/transactions/transactionLife";
import type { Subscription } from "../../../../client/session/subscription";
import type { DriverEvent, DriverFunction } from "../../../../contract/schema/driverSchema";
import type { RootField } from "../../../../graphql/completion/queryDraft";
import type { Json } from "../../../../wire/json/exactJson";
import type { OddField } from "../../../../wire/json/fields";
import type { Target } from "../../../../wire/target";
import type { BlockSummary, TransactionSummary } from "../chainAnswers";

/** What a connection's row can be opened into, in the order shown. */
export const sections = [
  "node",
  "chain",
  "mempool",
  "transactions",
  "network",
  "provisioners",
  "contracts",
  "schema",
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
 * One row of the explorer, as data; `rowView.ts` says what it looks like. `at` is the row's place below its
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
      text: string;
      contract?: OfContract;
      fields?: Json;
    })
  | (Base & {
      kind: "field";
      at: string;
      name: string;
      value: Json;
      text?: string;
      icon?: string;
      /** What is odd about the value, in words. */
      mark?: string;
      /** Which of the value's own fields are odd. */
      odd?: readonly OddField[];
    })
  | (Base & { kind: "capability"; name: CapabilityName; offered: "yes" | "no" | "unknown"; text: string })
  | (Base & { kind: "block"; block: BlockSummary; target: Target })
  | (Base & {
      kind: "transaction";
      at: string;
      transaction: TransactionSummary;
      target: Target;
      /** The contract that it made. */
      contractId?: string;
    })
  | (Base & { kind: "followed"; life: TransactionLife })
  | (Base & { kind: "peer"; at: string; address: string })
  | (Base & { kind: "provisioner"; provisioner: Provisioner })
  | (OfContract & { kind: "contract"; at: string; origin: "built-in" | "named" | "seen"; target: Target })
  | (OfContract & { kind: "function"; functionName: string; fn: DriverFunction; warning?: string })
  | (OfContract & { kind: "event"; topic: string; event: DriverEvent; target: Target; warning?: string })
  | (OfContract & { kind: "digest" })
  | (Base & { kind: "query"; field: RootField })
  | (Base & { kind: "subscription"; at: string; subscription: Subscription })
  | (Base & { kind: "note"; at: string; text: string })
  | (Base & { kind: "more"; at: string; part: string; text: string })
  | (Base & {
      kind: "problem";
      at: string;
      message: string;
      remedy?: string;
      details?: readonly string[];
      /** The part of the node's answers that failed; undefined for the connection itself. */
      part?: string;
    })
  | (Base & { kind: "remedy"; at: string; text: string; does?: Remedy; newAddress?: string; newPrefix?: string })
  | (Base & { kind: "retry"; at: string; part: string | undefined });

export type RowOf<K extends ExplorerNode["kind"]> = Extract<ExplorerNode, { kind: K }>;

/** Names a row below another one, by that one's id; at the top there is none. Labels may change, ids may not. */
export function nodeId(node: ExplorerNode, parent: string | undefined): string {
  const part = ownParts(node).map(escaped).join(":");
  return parent === undefined ? part : `${parent}/${part}`;
}

/** The id of a connection's row, and of a section's: those that are spoken of before they are in the tree. */
export function placeId(node: ExplorerNode): string {
  const top = nodeId({ kind: "connection", connection: node.connection }, undefined);
  return node.kind === "connection" ? top : nodeId(node, top);
}

/** Keeps the parts of an id apart. Most hold nothing to escape, and there are thousands of rows. */
function escaped(part: string): string {
  return /[%/:#]/.test(part) ? part.replace(/[%/:#]/g, encodeURIComponent) : part;
}

/** What tells a row from those beside it. */
function ownParts(node: ExplorerNode): string[] {
  switch (node.kind) {
    case "connection":
      return [node.connection.id];
    case "section":
      return [node.section];
    case "group":
      return ["group", node.group];
    case "field":
    case "capability":
      return [node.kind, node.name];
    case "block":
      return ["block", node.block.hash ?? String(node.block.height)];
    case "provisioner":
      return ["provisioner", node.provisioner.key ?? ""];
    case "contract":
      return ["contract", node.contractId];
    case "function":
      return ["function", node.functionName];
    case "event":
      return ["event", node.topic];
    case "digest":
      return ["digest"];
    case "transaction":
      return ["transaction", node.transaction.hash];
    case "followed":
      return ["followed", node.life.key];
    case "peer":
      return ["peer", node.address];
    case "query":
      return ["query", node.field.name];
    case "subscription":
    case "note":
    case "more":
    case "problem":
    case "remedy":
    case "retry":
      return [node.kind, node.at];
  }
}
