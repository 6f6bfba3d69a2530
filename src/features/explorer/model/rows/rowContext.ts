import { healthOf } from "../../../../client/connectionStatus";
import { tailPurpose } from "../../../../client/session/subscription";
import { NodeError } from "../../../../client/failures/nodeError";
import { hasBuiltInDriver } from "../../../../wire/ids";
import type { ConnectionData } from "../connectionData";
import { hasNoDriver, type ContractDetails } from "../contractDetails";
import { gasPriceAt } from "./chainRows";
import type { ExplorerNode, RowOf } from "./explorerNode";

/**
 * What `when` clauses know a row by: its kind, then, part by part, what decides which commands work on it. A connection:
 * who made it, its health, whether it is active. A contract: where its driver is, if it has one. A transaction: whether
 * it made a contract. One that is followed: what can be done with it. Others: which of their values they have.
 */
export function rowContext(node: ExplorerNode, data: ConnectionData, active: boolean): string {
  switch (node.kind) {
    case "connection": {
      const { config, status } = node.connection;
      const origin = config.origin === "window" ? "sandbox" : "settings";
      return ["connection", origin, healthOf(status), active ? "active" : "other"].join(".");
    }
    case "section":
      return `section.${node.section}${node.section === "provisioners" && data.provisionerView.filter ? ".filtered" : ""}`;
    case "group":
      return `group.${node.group}`;
    case "contract":
      return `contract.${driverOf(node, data)}`;
    case "transaction":
      return node.contractId === undefined ? "transaction" : "transaction.made";
    case "followed": {
      const { id, outcome, isUnderWay, canBeSent, standing } = node.life;
      const waits = standing === "waiting" && "waiting";
      const parts = [
        id !== undefined && "id",
        outcome && "block",
        canBeSent && "sendable",
        waits,
        isUnderWay && "underWay",
      ];
      return ["followed", ...parts].filter(Boolean).join(".");
    }
    case "field":
      return node.at === gasPriceAt ? "field.gasPrice" : "field";
    case "block":
      return node.block.hash === undefined ? "block" : "block.hash";
    case "provisioner": {
      const { amount, key } = node.provisioner;
      return ["provisioner", amount !== undefined && "stake", key !== undefined && "key"].filter(Boolean).join(".");
    }
    case "subscription":
      return node.subscription.purpose === tailPurpose ? "subscription" : "subscription.own";
    case "problem":
      return node.part === undefined ? "problem" : "problem.part";
    default:
      return node.kind;
  }
}

/** As far as the row knows: a contract that was not opened yet may have a driver. */
function driverOf({ contractId }: RowOf<"contract">, data: ConnectionData): "builtIn" | "none" | "own" {
  if (hasBuiltInDriver(contractId)) return "builtIn";
  const details = data.known(`contract/${contractId}`)?.value as ContractDetails | undefined;
  const metadata = details?.metadata;
  return metadata && !(metadata instanceof NodeError) && hasNoDriver(metadata) ? "none" : "own";
}
