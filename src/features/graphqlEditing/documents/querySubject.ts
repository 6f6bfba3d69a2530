import type * as vscode from "vscode";
import type { Connection } from "../../../client/connection";
import type { GraphqlDocument, OtherDocument } from "../../../graphql/document";
import type { NodeSchema } from "../../../graphql/schema";
import type { DocumentPins } from "./documentPins";
import { isQueryDocument } from "./queryDocument";
import type { QueryIndex } from "./queryIndex";
import type { Schemas } from "../schema/schemas";
import type { StandDown } from "./standDown";

/** A document with all that is known for understanding it. */
export interface QuerySubject {
  readonly document: GraphqlDocument;
  readonly others: readonly OtherDocument[];
  readonly connection?: Connection;
  readonly schema?: NodeSchema;
}

interface SubjectSources {
  readonly index: QueryIndex;
  readonly pins: DocumentPins;
  readonly schemas: Schemas;
  readonly standDown: StandDown;
}

/** How long an answer waits for a schema that is on its way, in milliseconds: then it is given without. */
const patience = 2000;

/** Brings a document together with its connection's schema and with the other documents. */
export class QuerySubjects {
  constructor(private readonly sources: SubjectSources) {}

  /** The subject as it is now; undefined for a document that is left to another extension. Asks for the schema. */
  async now(document: vscode.TextDocument): Promise<QuerySubject | undefined> {
    if (await this.leaves(document)) return undefined;
    return this.of(document);
  }

  /** Like `now`, but waits a moment for a schema that is about to arrive. */
  async soon(document: vscode.TextDocument): Promise<QuerySubject | undefined> {
    if (await this.leaves(document)) return undefined;
    const { schemas, pins } = this.sources;
    const connection = isQueryDocument(document) ? pins.of(document.uri)?.connection : undefined;
    if (connection && !schemas.state(connection).loaded) await within(patience, schemas.of(connection));
    return this.of(document);
  }

  /** The subject, whoever else is in charge of the document. */
  of(document: vscode.TextDocument): QuerySubject {
    const { index, pins, schemas } = this.sources;
    const read = { document: index.read(document), others: index.othersOf(document.uri) };
    const connection = isQueryDocument(document) ? pins.of(document.uri)?.connection : undefined;
    if (!connection) return read;
    void schemas.of(connection);
    const { loaded } = schemas.state(connection);
    return { ...read, connection, ...(loaded && "schema" in loaded && { schema: loaded.schema }) };
  }

  private leaves(document: vscode.TextDocument): Promise<boolean> {
    return this.sources.standDown.leaves(document.uri);
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
