import type { Connection } from "../../../../client/connection";
import { healthOf } from "../../../../client/connectionStatus";
import { tailPurpose } from "../../../../client/session/subscription";
import { NodeError } from "../../../../client/failures/nodeError";
import { hasBuiltInDriver } from "../../../../wire/ids";
import type { ConnectionData } from "../connectionData";
import { hasNoDriver, type ContractDetails } from "../contractDetails";
import { gasPriceAt } from "./chainRows";
import type { ExplorerNode, RowOf, Section } from "./explorerNode";

/**
 * What `when` clauses know a row by: its kind, then, part by part, what decides which commands work on it. A connection:
 * who made it, its health, whether it is active. A contract: where its driver is, if it has one. A transaction: whether
 * it made a contract. Of a node that is known to have no archive or no prover: that. One that is followed: what can be done with it. Others: which of their values they have.
 */
export function rowContext(node: ExplorerNode, data: ConnectionData, active: boolean): string {
  switch (node.kind) {
    case "connection": {
      const { config, status } = node.connection;
      const origin = config.origin === "window" ? "sandbox" : "settings";
      return ["connection", origin, healthOf(status), active ? "active" : "other"].join(".");
    }
    case "section":
      return ["section", node.section, sectionState(node.section, data)].filter(Boolean).join(".");
    case "group":
      return `group.${node.group}`;
    case "contract":
      return ["contract", driverOf(node, data), lacks(data.connection, "archive")].filter(Boolean).join(".");
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

function sectionState(section: Section, { connection, provisionerView }: ConnectionData): string | undefined {
  if (section === "provisioners") return provisionerView.filter ? "filtered" : undefined;
  return section === "node"
    ? lacks(connection, "prover")
    : section === "statistics"
      ? lacks(connection, "archive")
      : "";
}

/** What greys the commands that a node is known to have nothing for. */
function lacks({ status }: Connection, what: "archive" | "prover"): "noArchive" | "noProver" | undefined {
  const { offered } = status.state === "up" ? status.capabilities[what] : {};
  return offered !== "no" ? undefined : what === "archive" ? "noArchive" : "noProver";
}

/** As far as the row knows: a contract that was not opened yet may have a driver. */
function driverOf({ contractId }: RowOf<"contract">, data: ConnectionData): "builtIn" | "none" | "own" {
  if (hasBuiltInDriver(contractId)) return "builtIn";
  const details = data.known(`contract/${contractId}`)?.value as ContractDetails | undefined;
  const metadata = details?.metadata;
  return metadata && !(metadata instanceof NodeError) && hasNoDriver(metadata) ? "none" : "own";
}
