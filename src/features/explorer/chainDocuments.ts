import { fieldsOf } from "../../wire/fields";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { inSlices } from "../../client/inSlices";
import { noConnection, noSuchConnection } from "../../client/noConnection";
import { NodeError } from "../../client/nodeError";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { showInputBox } from "../../host/inputBoxes";
import { stringifyExactJson, type Json } from "../../wire/exactJson";
import { hexToBytes } from "../../wire/hex";
import { jsonDocumentSteps } from "../../wire/jsonDocument";
import { objectText } from "../../wire/jsonMembers";
import { checkAccountKey, checkContractId, checkHash, type CheckedId } from "../../wire/ids";
import { transactionSummary } from "./chainAnswers";
import { blockDetails, transactionDetails, type ChainDetails } from "./chainQueries";
import { contractDetails } from "./contractDetails";
import type { LinkedDocuments } from "./documentLinks";
import type { ExplorerNode } from "./explorerNode";
import { accountDocument, blockDocument, transactionDocument, type DecodedArguments } from "./readableDocument";
import { rowJson } from "./rowCopy";
import { shortId } from "./shortId";
import { momentText } from "./timeText";

/** What a link of a document, or another command, may ask to open. */
interface Wish {
  connection?: Connection | string;
  id?: string;
}

/** Opens blocks, transactions, contracts and accounts as documents beside the editor. */
export class ChainDocuments {
  constructor(
    private readonly connections: Connections,
    private readonly linked: LinkedDocuments,
    private readonly plain: ReadOnlyDocuments,
  ) {}

  /** A row as a document: readable where people read it, else its data as JSON. */
  async openDetails(row: ExplorerNode): Promise<void> {
    if (row.kind === "block")
      return this.openBlock({ connection: row.connection, id: row.block.hash ?? String(row.block.height) });
    if (row.kind === "transaction")
      return this.openTransaction({ connection: row.connection, id: row.transaction.hash });
    return this.openJson(row);
  }

  /** A row's data as the node gave it. */
  async openJson(row: ExplorerNode): Promise<void> {
    const { connection } = row;
    if (row.kind === "block")
      return this.showJson(connection, `block ${row.block.height}`, (await rawBlock(connection, row.block)).text);
    if (row.kind === "transaction") {
      const { hash } = row.transaction;
      return this.showJson(connection, `transaction ${shortId(hash)}`, (await rawTransaction(connection, hash)).text);
    }
    if (row.kind === "contract") return this.openContract({ connection, id: row.contractId });
    const name =
      row.kind === "provisioner"
        ? shortId(row.provisioner.key ?? "provisioner")
        : row.kind === "field"
          ? row.name
          : row.kind;
    return this.showJson(connection, name, stringifyExactJson(rowJson(row)));
  }

  async openBlock(wish: unknown): Promise<void> {
    const asked = await this.asked(wish, "Open Block", "Height or hash of the block; -1 is the newest", heightOrHash);
    if (!asked) return;
    const { connection, id } = asked;
    const { value: details } = await rawBlock(
      connection,
      /^-?\d{1,20}$/.test(id) ? { height: BigInt(id) } : { hash: id },
    );
    const height = stringifyExactJson(fieldsOf(fieldsOf(details)["header"] ?? null)["height"] ?? null);
    const document = blockDocument(details, askedOf(connection), connection.config.contracts);
    await this.linked.show(`${connection.name} block ${height}.yaml`, connection.name, document);
  }

  async openTransaction(wish: unknown): Promise<void> {
    const asked = await this.asked(wish, "Open Transaction", "Hash of the transaction", checkHash);
    if (!asked) return;
    const { connection, id } = asked;
    const { value: details } = await rawTransaction(connection, id);
    const { contracts } = connection.config;
    const document = transactionDocument(
      details,
      askedOf(connection),
      contracts,
      await decodedArguments(connection, details),
    );
    await this.linked.show(`${connection.name} transaction ${shortId(id)}.yaml`, connection.name, document);
  }

  async openContract(wish: unknown): Promise<void> {
    const asked = await this.asked(wish, "Open Contract", "Contract id: 64 hex digits", checkContractId);
    if (!asked) return;
    const { connection, id } = asked;
    const details = await contractDetails(await connection.node(), id, connection.name);
    const { metadata, described, version, schemaProblem } = details;
    const { schema, notes } = described;
    const worded = (each: string | NodeError) =>
      JSON.stringify(each instanceof NodeError ? `failed: ${each.message}` : each);
    const text = objectText([
      ["id", JSON.stringify(id)],
      ["metadata", metadata instanceof NodeError ? worded(metadata) : metadata.answer.text],
      ["driver_version", worded(version)],
      ["notes", stringifyExactJson([...notes])],
      ["schema_problem", JSON.stringify(schemaProblem?.message)],
      ["functions", stringifyExactJson(schema.functions.map((fn) => ({ ...fn })))],
      ["events", stringifyExactJson(schema.events.map((event) => ({ ...event })))],
    ]);
    await this.showJson(connection, `contract ${shortId(id)}`, text);
  }

  async openAccount(wish: unknown): Promise<void> {
    const asked = await this.asked(wish, "Open Account", "Public key of the account, base58", checkAccountKey);
    if (!asked) return;
    const { connection, id } = asked;
    const state = await (await connection.node()).contracts.account(id);
    const document = accountDocument(id, state, askedOf(connection));
    await this.linked.show(`${connection.name} account ${shortId(id)}.yaml`, connection.name, document);
  }

  private async showJson(connection: Connection, name: string, text: string): Promise<void> {
    await this.plain.showBeside(`${connection.name} ${name}.json`, await inSlices(jsonDocumentSteps(text)));
  }

  /** Which thing on which node is meant: as a link or a row says, or as a person types. */
  private async asked(wish: unknown, title: string, prompt: string, check: (text: string) => CheckedId) {
    const { connection: named, id: given } = (wish ?? {}) as Wish;
    const connection =
      typeof named === "string"
        ? this.connections.get(named)
        : (this.connections.present(named) ?? this.connections.active);
    if (!connection)
      throw typeof named === "string" ? noSuchConnection(named, "Add it again.") : noConnection(this.connections.all);
    const problem = (text: string) => {
      const checked = check(text);
      return checked.ok ? undefined : checked.problem;
    };
    const text =
      given ??
      (await showInputBox({
        title: `${title} on ${connection.name}`,
        prompt,
        ignoreFocusOut: true,
        validateInput: (value) => (value ? problem(value) : undefined),
      }));
    if (text === undefined) return undefined;
    const checked = check(text);
    if (!checked.ok) throw new NodeError("invalid-input", checked.problem);
    return { connection, id: checked.value };
  }
}

/** Whom the document's content was asked of, and when: it stays open while the chain goes on, or begins anew. */
function askedOf({ name }: Connection): string {
  return `${name}, asked at ${momentText(Date.now())}`;
}

function heightOrHash(text: string): CheckedId {
  const height = text.trim().replace(/^#/, "");
  return /^(-1|\d{1,20})$/.test(height) ? { ok: true, value: height } : checkHash(text);
}

async function rawBlock(connection: Connection, by: { height: bigint } | { hash: string }): Promise<ChainDetails> {
  const details = await blockDetails(await connection.node(), by);
  if (details !== undefined) return details;
  throw new NodeError("not-found", `${connection.name} knows no such block.`);
}

async function rawTransaction(connection: Connection, hash: string): Promise<ChainDetails> {
  const details = await transactionDetails(await connection.node(), hash);
  if (details !== undefined) return details;
  throw new NodeError(
    "not-found",
    `${connection.name} knows no transaction ${shortId(hash)}, in no block and not in its mempool.`,
  );
}

/** The arguments of a transaction's call, decoded by the contract's driver (§4.8 `decode_input_fn`). */
async function decodedArguments(connection: Connection, details: Json): Promise<DecodedArguments> {
  const call = transactionSummary(details)?.call;
  if (call?.data === undefined) return undefined;
  try {
    const { drivers } = await connection.node();
    const { value } = await drivers.decodeInput(call.contractId, call.fn, hexToBytes(call.data));
    return { value };
  } catch (error) {
    return { problem: NodeError.from(error).message };
  }
}
