import { t } from "../../../../base/translate";
import { NodeError } from "../../../../client/failures/nodeError";
import { builtinContract, builtinDriverNote } from "../../../../contract/schema/builtinContracts";
import { failureWords } from "../../../../client/failures/failureWords";
import { callableName } from "../../../../contract/schema/callableName";
import { shortId } from "../../../../wire/ids";
import type { DescribedContract } from "../../../../contract/schema/describedContract";
import { knownContracts } from "../../../../contract/schema/knownContracts";
import type { Connection } from "../../../../client/connection";
import { amountWords } from "../../../../wire/coins";
import type { Json } from "../../../../wire/json/exactJson";
import { fieldsOf } from "../../../../wire/json/fields";
import { visibleText } from "../../../../wire/visibleText";
import type { ConnectionData } from "../connectionData";
import type { ContractDetails } from "../contractDetails";
import type { ExplorerNode, Group, RowOf } from "./explorerNode";
import { fieldRows } from "./fieldRows";
import type { Part } from "./part";
import { note, partRows } from "./partRows";

type ContractRow = RowOf<"contract">;
type OfContract = Pick<ContractRow, "connection" | "contractId" | "name">;

/** The contracts with a name, then, offered for naming, those met elsewhere. */
export function contractRows(data: ConnectionData): ExplorerNode[] {
  const { connection } = data;
  const text = "";
  return [
    ...knownContracts(connection.config.contracts).map(({ id, name }) => contractRow(data, "contracts", id, name)),
    { kind: "group", connection, group: "seen", at: "contracts/seen", title: t`Seen on the chain`, text },
  ];
}

/** Contracts without a name that events and recent transactions mentioned. */
export function seenRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection } = data;
  return partRows({ connection, at: "seen" }, data.recentContracts, () => {
    const named = new Set(knownContracts(connection.config.contracts).map(({ id }) => id));
    const others = [...data.seenContracts].filter((id) => !named.has(id));
    if (others.length === 0) return [note(connection, "seen", t`None but those above.`)];
    return others.map((id) => contractRow(data, "contracts/seen", id, shortId(id)));
  });
}

/** What a contract opens into. */
export function contractParts(
  row: OfContract,
  details: ContractDetails,
  balance: Pick<Part<bigint>, "value" | "error">,
): ExplorerNode[] {
  const { metadata, version, described, schemaProblem } = details;
  const { schema } = described;
  const { connection, contractId, name } = row;
  const contract: OfContract = { connection, contractId, name };
  const group = (kind: Group, title: string, text: string): ExplorerNode => {
    return { kind: "group", connection, group: kind, at: `${kind}/${contractId}`, title, text, contract };
  };
  const driver = driverWords(contractId, metadata, version);
  return [
    balanceRow(row, balance),
    group("metadata", t`Metadata`, metadataWords(metadata)),
    group("driver", t`Driver`, driver),
    ...schemaNotes(described, schemaProblem).map((text, at) => note(connection, `schema${at}/${contractId}`, text)),
    ...(schema.functions.length ? [group("functions", t`Functions`, String(schema.functions.length))] : []),
    ...(schema.events.length ? [group("events", t`Events`, String(schema.events.length))] : []),
  ];
}

/** What a contract holds; why that is not known, beside what was known before if there is something. */
function balanceRow(
  { connection, contractId }: OfContract,
  { value, error }: Pick<Part<bigint>, "value" | "error">,
): ExplorerNode {
  const why = error && t`failed: ${failureWords(error).sentence}`;
  const text = [value !== undefined && amountWords(value), why].filter(Boolean).join(" · ");
  const at = `balance/${contractId}`;
  return {
    kind: "field",
    connection,
    at,
    name: t`Balance`,
    value: value ?? null,
    text: text || "unknown",
    icon: "credit-card",
  };
}

/** The rows of one of those. */
export function contractGroupRows(
  { group, at, contract, connection }: RowOf<"group">,
  details: ContractDetails,
  data: Pick<ConnectionData, "digests">,
): ExplorerNode[] {
  if (!contract) return [];
  switch (group) {
    case "metadata":
      return metadataRows(connection, at, contract.contractId, details.metadata);
    case "driver":
      return [
        ...fieldRows(connection, at, driverFields(contract.contractId, details)),
        ...digestRows(contract, at, details, data),
      ];
    case "functions":
      return details.described.schema.functions.map((fn): ExplorerNode => {
        const { warning } = callableName(fn.name, "function");
        return { kind: "function", ...contract, functionName: fn.name, fn, ...(warning && { warning }) };
      });
    case "events":
      return details.described.schema.events.map((event): ExplorerNode => {
        const target = { component: "contracts", entity: contract.contractId, topic: event.topic };
        const { warning } = callableName(event.topic, "event");
        return { kind: "event", ...contract, topic: event.topic, event, target, ...(warning && { warning }) };
      });
    default:
      return [];
  }
}

/** The digest of a driver that can be fetched, once it was: what its publisher says of it can be compared with that. */
function digestRows(
  contract: OfContract,
  at: string,
  { metadata }: ContractDetails,
  data: Pick<ConnectionData, "digests">,
): ExplorerNode[] {
  if (metadata instanceof NodeError || metadata.driver !== "uploaded") return [];
  const { connection, contractId } = contract;
  const digest = data.digests.of(contractId, metadata.driverSignature);
  if (digest === undefined) return [{ kind: "digest", ...contract }];
  return [{ kind: "field", connection, at: `${at}/sha3_256`, name: "sha3_256", value: digest }];
}

/** What to know of a contract whose driver names nothing. */
function schemaNotes({ by, notes }: DescribedContract, problem: NodeError | undefined): string[] {
  if (by !== "names") return [];
  const why = problem && problem.reason !== "not-found" ? [t`No schema: ${failureWords(problem).sentence}`] : [];
  return [...notes, ...why];
}

function contractRow({ connection }: ConnectionData, at: string, contractId: string, name: string): ContractRow {
  const origin = at === "contracts" ? (builtinContract(contractId)?.name === name ? "built-in" : "named") : "seen";
  return {
    ...{ kind: "contract", connection, at, contractId },
    name,
    origin,
    target: { component: "contracts", entity: contractId },
  };
}

function metadataWords(metadata: ContractDetails["metadata"]): string {
  if (metadata instanceof NodeError) return t`failed: ${visibleText(metadata.message)}`;
  return metadata.known ? "" : t`this node knows no such contract`;
}

/** The node answers an empty owner for what it does not know, which is not a name; some answer null for all of it. */
function metadataRows(
  connection: Connection,
  at: string,
  contractId: string,
  metadata: ContractDetails["metadata"],
): ExplorerNode[] {
  if (metadata instanceof NodeError) return fieldRows(connection, at, { failed: metadata.message });
  const fields = fieldsOf(metadata.response.value);
  const said = Object.entries(fields).filter(([, value]) => value !== null && value !== "");
  // Nodes differ in which of these they have.
  const none = { owner: "none or unknown", ...("contract_owner" in fields && { contract_owner: "none or unknown" }) };
  const unknown = { ...none, created_at: "not told" };
  const known = { driver_available: null, driver_signature: null, ...Object.fromEntries(said) };
  return fieldRows(connection, at, { id: contractId, ...unknown, ...known }, metadata.odd);
}

function driverWords(contractId: string, metadata: ContractDetails["metadata"], version: string | NodeError): string {
  const known = version instanceof NodeError ? undefined : t`version ${visibleText(version)}`;
  if (builtinContract(contractId)) return [t`built into the node`, known].filter(Boolean).join(" · ");
  if (known) return known;
  if (metadata instanceof NodeError) return "unknown";
  return metadata.driver === "none" ? "none" : "uploaded";
}

function driverFields(contractId: string, details: ContractDetails): Json {
  const { metadata, version, described, schemaProblem } = details;
  const failed = (error: NodeError) => t`failed: ${error.message}`;
  const { schema, by, notes } = described;
  const lists = `${schema.functions.length} functions, ${schema.events.length} events`;
  return {
    kind: builtinContract(contractId) ? builtinDriverNote : metadata instanceof NodeError ? "unknown" : metadata.driver,
    version: version instanceof NodeError ? failed(version) : version,
    signature: metadata instanceof NodeError ? "unknown" : (metadata.driverSignature ?? "none"),
    schema: schemaProblem ? failed(schemaProblem) : by === "schema" ? lists : (notes[0] ?? lists),
    ...(schema.problems.length && { "problems of the schema": [...schema.problems] }),
  };
}
