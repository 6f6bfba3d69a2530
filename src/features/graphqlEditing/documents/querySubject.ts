import type * as vscode from "vscode";
import type { Connection } from "../../../client/connection";
import { documentAt, type GraphqlDocument, type OtherDocument } from "../../../graphql/text/document";
import type { NodeSchema } from "../../../graphql/schema/schema";
import type { DocumentPins } from "./documentPins";
import { isProgram, isQueryDocument } from "./queryDocument";
import type { QueryIndex } from "./queryIndex";
import type { Schemas } from "../schema/schemas";
import type { StandDown } from "./standDown";

/** A document with all that is known for understanding it. */
export interface QuerySubject {
  readonly file: string;
  readonly document: GraphqlDocument;
  readonly others: readonly OtherDocument[];
  readonly connection?: Connection;
  readonly schema?: NodeSchema;
}

/** The documents with queries, which connections they are for, and what those can be asked. */
export interface QuerySources {
  readonly index: QueryIndex;
  readonly pins: DocumentPins;
  readonly schemas: Schemas;
}

interface SubjectSources extends QuerySources {
  readonly standDown: StandDown;
}

/** How long an answer waits for a schema that is on its way, in milliseconds: then it is given without. */
const patience = 2000;

/** Brings a document together with its connection's schema and with the other documents. */
export class QuerySubjects {
  constructor(private readonly sources: SubjectSources) {}

  /** Whether there is GraphQL in a document. */
  isIn(document: vscode.TextDocument): boolean {
    return this.sources.index.holdsQueries(document);
  }

  /** The subject as it is now; undefined for a document that is left to another extension. Asks for the schema. */
  async now(document: vscode.TextDocument): Promise<QuerySubject | undefined> {
    if (await this.leaves(document)) return undefined;
    return this.of(document);
  }

  /** Like `now`, but waits a moment for a schema that is about to arrive. */
  async soon(document: vscode.TextDocument): Promise<QuerySubject | undefined> {
    if (await this.leaves(document)) return undefined;
    const { schemas, pins } = this.sources;
    const connection = isOurs(document) ? pins.of(document.uri)?.connection : undefined;
    if (connection && !schemas.state(connection).loaded) await within(patience, schemas.of(connection));
    return this.of(document);
  }

  /** The subject at a place: in a program its template, with the others for their fragments; undefined beside those. */
  async at(document: vscode.TextDocument, position: vscode.Position): Promise<SubjectAt | undefined> {
    const subject = await this.soon(document);
    const offset = document.offsetAt(position);
    const own = subject && documentAt(subject.document, offset);
    if (!own) return undefined;
    return { offset, subject: own === subject.document ? subject : templateSubject(subject, own) };
  }

  /** The subject, no matter who else is in charge of the document. */
  of(document: vscode.TextDocument): QuerySubject {
    const { index, pins, schemas } = this.sources;
    const file = document.uri.toString();
    const read = { file, document: index.read(document), others: index.othersOf(document.uri) };
    const connection = isOurs(document) ? pins.of(document.uri)?.connection : undefined;
    if (!connection) return read;
    void schemas.of(connection);
    const { loaded } = schemas.state(connection);
    return { ...read, connection, ...(loaded && "schema" in loaded && { schema: loaded.schema }) };
  }

  /** A program is no one's business while there is no node that its GraphQL could be for. */
  private async leaves(document: vscode.TextDocument): Promise<boolean> {
    const { index, pins, standDown } = this.sources;
    if (isProgram(document) && (!index.holdsQueries(document) || !pins.of(document.uri))) return true;
    return standDown.leaves(document.uri);
  }
}

/** A place in a document, with what is to be understood there. */
export interface SubjectAt {
  readonly subject: QuerySubject;
  readonly offset: number;
}

/** What is checked by itself: the subject, or each template of it. */
export function partsOf(subject: QuerySubject): readonly QuerySubject[] {
  return subject.document.templates?.map((each) => templateSubject(subject, each)) ?? [subject];
}

const siblings = new WeakMap<GraphqlDocument, { others: readonly OtherDocument[]; all: readonly OtherDocument[] }>();

function templateSubject(subject: QuerySubject, document: GraphqlDocument): QuerySubject {
  const { file, others } = subject;
  let known = siblings.get(document);
  if (known?.others !== others) {
    const own = subject.document.templates!.filter((each) => each !== document);
    known = { others, all: [...own.map((each) => ({ file, document: each })), ...others] };
    siblings.set(document, known);
  }
  return { ...subject, document, others: known.all };
}

function isOurs(document: vscode.TextDocument): boolean {
  return isQueryDocument(document) || isProgram(document);
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
