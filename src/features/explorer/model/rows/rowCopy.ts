import { signature } from "../../../../contract/schema/signature";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import { targetPath } from "../../../../wire/target";
import type { ExplorerNode } from "./explorerNode";

/** What "Copy Value" takes from a row: whole and exact, never the shortened text that is shown. */
export function rowValue(node: ExplorerNode): string {
  switch (node.kind) {
    case "connection":
      return node.connection.config.url;
    case "section":
      return node.section;
    case "group":
      return node.title;
    case "field":
      return typeof node.value === "string" ? node.value : stringifyExactJson(node.value);
    case "capability":
      return node.text;
    case "block":
      return String(node.block.height);
    case "transaction":
      return node.transaction.hash;
    case "followed":
      return node.life.id ?? "";
    case "peer":
      return node.address;
    case "provisioner":
      return String(node.provisioner.amount ?? stringifyExactJson(node.provisioner.whole));
    case "contract":
      return node.name;
    case "function":
      return signature(node.fn);
    case "event":
      return `${node.topic}: ${node.event.data}`;
    case "query":
      return `${node.field.name}${node.field.signature}`;
    case "subscription":
      return targetPath(node.subscription.target);
    case "note":
    case "more":
    case "remedy":
      return node.text;
    case "problem":
      return node.remedy ? `${node.message} ${node.remedy}` : node.message;
    case "digest":
    case "retry":
      return "";
  }
}

/** What "Copy Id" takes from a row; undefined for rows that have none. */
export function rowKey(node: ExplorerNode): string | undefined {
  switch (node.kind) {
    case "block":
      return node.block.hash;
    case "transaction":
      return node.transaction.hash;
    case "followed":
      return node.life.id;
    case "provisioner":
      return node.provisioner.key;
    case "contract":
    case "function":
    case "event":
      return node.contractId;
    default:
      return undefined;
  }
}

/** A row's data as JSON, for a document of its own. */
export function rowJson(node: ExplorerNode): Json {
  switch (node.kind) {
    case "connection":
      return node.connection.status.state === "up" ? node.connection.status.info : { url: node.connection.config.url };
    case "provisioner":
      return node.provisioner.whole;
    case "field":
      return { [node.name]: node.value };
    case "function":
      return { contract: node.contractId, ...node.fn };
    case "event":
      return { contract: node.contractId, ...node.event };
    default:
      return rowValue(node);
  }
}
