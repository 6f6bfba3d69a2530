import type { Connection } from "../../../client/connection";
import {
  callFileDiagnostics,
  callFileSuggestions,
  functionIn,
  type CallFileEnvironment,
} from "../../../contract/callFileHelp";
import { contractIdOf } from "../../../contract/schema/contractId";
import { schemaType } from "../../../contract/schema/driverSchema";
import { jsonCursor, writtenFields } from "../../../contract/jsonCursor";
import { knownContracts } from "../../../contract/schema/knownContracts";
import { nothingKnown } from "../../../contract/types/knownTypes";
import type { CallContext } from "../callContext";
import type { ContractDescription } from "../model/contractSchemas";
import { exampleFor } from "../model/inputExamples";

/** What a half-written call file means: a connection and a contract, as far as there are such. */
export interface MeantCall {
  readonly connection?: Connection | undefined;
  readonly contractId?: string | undefined;
}

/** The part of the context that is needed to know what a call file may say. */
export type CallFileContext = Pick<CallContext, "connections" | "schemas" | "learned" | "examples">;

/** Whom a call file would call, without asking anyone. */
export function meantBy({ connections }: CallFileContext, text: string): MeantCall {
  const fields = writtenFields(text);
  const named = fields.get("connection");
  const connection = named ? connections.get(named.text) : connections.active;
  const written = fields.get("contract")?.text ?? "";
  const contracts = connection ? knownContracts(connection.config.contracts) : [];
  return { connection, contractId: contractIdOf(written) ?? contracts.find(({ name }) => name === written)?.id };
}

/** What is known where a call file is written, by a description of its contract if there is one. */
export function environmentOf(
  { connections, learned }: CallFileContext,
  { connection, contractId }: MeantCall,
  description: ContractDescription | undefined,
): CallFileEnvironment {
  const schema = description?.driver === "none" ? undefined : description?.schema;
  return {
    connections: connections.all.map(({ name }) => name),
    contracts: connection ? knownContracts(connection.config.contracts) : [],
    schema,
    known: schema && contractId !== undefined ? learned.known(contractId, schema) : nothingKnown,
  };
}

/** What is wrong with a call file by what is known already. */
export function diagnosticsNow(context: CallFileContext, text: string) {
  const meant = meantBy(context, text);
  return callFileDiagnostics(text, environmentOf(context, meant, knownOf(context, meant)));
}

/**
 * What can be written in a call file. As in the panel, its contract is asked for its functions, once a minute, and where
 * an input is written of which only the type's name is known, for an example, once.
 */
export async function suggestionsAt(context: CallFileContext, text: string, offset: number) {
  const meant = meantBy(context, text);
  const around = environmentOf(context, meant, await described(context, meant));
  const { schema, known } = around;
  const fn = jsonCursor(text, offset)?.path[0] === "input" ? functionIn(text, schema) : undefined;
  if (!fn || !schema || !meant.connection || meant.contractId === undefined)
    return callFileSuggestions(text, offset, around);
  const type = schemaType(schema, fn.input);
  // It is looked for once, so anyone who types on does not end it.
  const { signal } = new AbortController();
  const example = await exampleFor(context, meant.connection, meant.contractId, { fn: fn.name, type, known }, signal);
  return callFileSuggestions(text, offset, { ...around, known: example?.known ?? known });
}

/** The description of a call file's contract; undefined when there is none, or the node cannot give it. */
export async function described(context: CallFileContext, meant: MeantCall): Promise<ContractDescription | undefined> {
  const { connection, contractId } = meant;
  if (!connection || contractId === undefined) return undefined;
  return context.schemas.describe(connection, contractId).catch(() => knownOf(context, meant));
}

/** The same without asking. */
export function knownOf(
  { schemas }: CallFileContext,
  { connection, contractId }: MeantCall,
): ContractDescription | undefined {
  return connection && contractId !== undefined ? schemas.known(connection, contractId) : undefined;
}
