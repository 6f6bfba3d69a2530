import { t } from "../../base/translate";
import { fieldsOf } from "../../wire/json/fields";
import type { Connection } from "../../client/connection";
import { askedOf } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { inSlices } from "../../base/inSlices";
import { meantConnection, type MeantConnection } from "../../client/meantConnection";
import { failureLine } from "../../client/failures/failureWords";
import { NodeError } from "../../client/failures/nodeError";
import { askUntilDone } from "../../host/guidedSteps";
import type { DocumentLens, LinkedDocuments } from "../../host/linkedDocuments";
import { stringifyExactJson, type Json } from "../../wire/json/exactJson";
import { hexToBytes } from "../../wire/hex";
import { jsonDocumentSteps } from "../../wire/json/jsonDocument";
import { contractNamed, knownContracts } from "../../contract/schema/knownContracts";
import { checkAccountKey, checkHash, type CheckedId } from "../../wire/ids";
import { transactionSummary } from "./model/chainAnswers";
import { blockDetails, transactionDetails, type ChainDetails } from "./model/chainQueries";
import { contractDetails } from "./model/contractDetails";
import { contractText } from "./model/contractText";
import type { ExplorerNode } from "./model/rows/explorerNode";
import {
  accountDocument,
  blockDocument,
  transactionDocument,
  type DecodedArguments,
  type ReadableDocument,
} from "./model/readableDocument";
import { rawTransactionText } from "./model/rawTransaction";
import { rowJson } from "./model/rows/rowCopy";
import { shortId } from "../../wire/ids";

/** What a link of a document, or another command, may ask to open. */
interface Argument extends MeantConnection {
  id?: string;
}

/** Opens blocks, transactions, contracts and accounts as documents beside the editor. */
export class ChainDocuments {
  constructor(
    private readonly connections: Connections,
    private readonly linked: LinkedDocuments,
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
      const { text } = await rawTransaction(connection, hash);
      return this.showJson(connection, `transaction ${shortId(hash)}`, await inSlices(rawTransactionText(text)));
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

  openBlock(argument: unknown): Promise<void> {
    const prompt = t`Height or hash of the block; -1 is the newest`;
    return this.open(argument, { title: t`Open Block`, prompt, check: heightOrHash }, async (connection, id) => {
      const by = /^-?\d{1,20}$/.test(id) ? { height: BigInt(id) } : { hash: id };
      const { value: details } = await rawBlock(connection, by);
      const height = stringifyExactJson(fieldsOf(fieldsOf(details)["header"] ?? null)["height"] ?? null);
      const document = blockDocument(details, askedOf(connection), connection.config.contracts);
      return () => this.show(connection, `${connection.name} block ${height}.yaml`, document);
    });
  }

  openTransaction(argument: unknown): Promise<void> {
    const asked = { title: t`Open Transaction`, prompt: t`Hash of the transaction`, check: checkHash };
    return this.open(argument, asked, async (connection, id) => {
      const { value: details } = await rawTransaction(connection, id);
      const decoded = await decodedArguments(connection, details);
      const document = transactionDocument(details, askedOf(connection), connection.config.contracts, decoded);
      return () => this.show(connection, `${connection.name} transaction ${shortId(id)}.yaml`, document);
    });
  }

  openContract(argument: unknown): Promise<void> {
    const prompt = t`Name of the contract, or its id: 64 hex digits`;
    const check = (text: string, connection: Connection) => contractNamed(text, connection.config.contracts);
    return this.open(argument, { title: t`Open Contract`, prompt, check }, async (connection, id) => {
      const node = await connection.node();
      const balance = node.contracts.contractBalance(id).catch((error: unknown) => NodeError.from(error));
      const text = contractText(id, await contractDetails(node, id, connection.name), await balance);
      return () => this.showJson(connection, `contract ${shortId(id)}`, text);
    });
  }

  openAccount(argument: unknown): Promise<void> {
    const prompt = t`Public key of the account, base58`;
    return this.open(argument, { title: t`Open Account`, prompt, check: checkAccountKey }, async (connection, id) => {
      const state = await (await connection.node()).contracts.account(id);
      const document = accountDocument(id, state, askedOf(connection));
      return () => this.show(connection, `${connection.name} account ${shortId(id)}.yaml`, document);
    });
  }

  private async showJson(connection: Connection, name: string, text: string): Promise<void> {
    const document = { text: await inSlices(jsonDocumentSteps(text)), links: [], asked: askedOf(connection) };
    await this.show(connection, `${connection.name} ${name}.json`, document);
  }

  private async show({ id }: Connection, path: string, document: ReadableDocument): Promise<void> {
    const lenses = () => lensesOf(this.connections.byId(id), document);
    await this.linked.show(path, { ...document, connectionId: id, lenses });
  }

  /**
   * Shows the thing that a link or a row says. A person is asked which, and the box stays open with what was typed until
   * the node has told of it or the person gives up. `find` asks the node, and yields what shows its answer.
   */
  private async open(argument: unknown, { title, prompt, check }: Question, find: Find): Promise<void> {
    const connection = meantConnection(this.connections, argument ?? {});
    const { id: given } = (argument ?? {}) as Argument;
    if (given !== undefined) {
      const checked = check(given, connection);
      if (!checked.ok) throw new NodeError("invalid-input", checked.problem);
      return (await find(connection, checked.value))();
    }
    const question = {
      title: t`${title} on ${connection.name}`,
      prompt,
      check: (text: string) => check(text, connection),
    };
    const work = (id: string) => find(this.connections.present(connection), id);
    const show = await askUntilDone(question, work, failureLine);
    await show?.();
  }
}

/** What a person is asked for, and what of it can be. */
interface Question {
  title: string;
  prompt: string;
  check: (text: string, connection: Connection) => CheckedId;
}

type Find = (connection: Connection, id: string) => Promise<() => Promise<void>>;

/** Whose answer a document is and since when, where it cannot say so, and the offer to name a contract that was made. */
function lensesOf(connection: Connection | undefined, { asked, made }: ReadableDocument): DocumentLens[] {
  const said = asked === undefined ? [] : [{ title: asked, command: "", arguments: [] }];
  const isNamed = knownContracts(connection?.config.contracts ?? []).some(({ id }) => id === made);
  if (!connection || made === undefined || isNamed) return said;
  const argument = { connection, contractId: made };
  const title = t`Name this contract…`;
  return [...said, { title, command: "chainscope.nameContract", arguments: [argument], at: made }];
}

function heightOrHash(text: string): CheckedId {
  const height = text.trim().replace(/^#/, "");
  return /^(-1|\d{1,20})$/.test(height) ? { ok: true, value: height } : checkHash(text);
}

async function rawBlock(connection: Connection, by: { height: bigint } | { hash: string }): Promise<ChainDetails> {
  const details = await blockDetails(await connection.node(), by);
  if (details !== undefined) return details;
  throw new NodeError("not-found", t`${connection.name} has no such block.`);
}

async function rawTransaction(connection: Connection, hash: string): Promise<ChainDetails> {
  const details = await transactionDetails(await connection.node(), hash);
  if (details !== undefined) return details;
  throw new NodeError(
    "not-found",
    t`${connection.name} has no transaction ${shortId(hash)}, in no block and not in its mempool.`,
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
