import * as vscode from "vscode";
import { diagnosticsOf } from "../../../graphql/checks/diagnostics";
import type { Diagnostic } from "../../../graphql/checks/diagnostic";
import { severityOf } from "../../../graphql/checks/diagnostic";
import { mayBeFor } from "../../../graphql/checks/addressee";
import type { LoadedSchema } from "../../../graphql/schema/schema";
import { schemaProblemText } from "../../../graphql/schema/schemaWording";
import { diagnosticText } from "../../../graphql/checks/wording";
import { visibleText } from "../../../wire/visibleText";
import { Debouncer } from "../../../base/debouncer";
import { isProgram, isQueryDocument } from "../documents/queryDocument";
import { partsOf, type QuerySources, type QuerySubject, type QuerySubjects } from "../documents/querySubject";
import type { SchemaDocuments } from "../schema/schemaDocuments";
import type { StandDown } from "../documents/standDown";
import { rangeOf } from "../documents/textRange";
import { Owner } from "../../../base/disposables";

export const diagnosticSource = "Chainscope";

interface CheckSources extends QuerySources {
  readonly subjects: QuerySubjects;
  readonly schemaDocuments: SchemaDocuments;
  readonly standDown: StandDown;
}

/** Milliseconds without a key before a document is checked: shorter than a person's pause, longer than a key. */
const pauseMs = 150;
/** The same for the other documents, which may use its fragments. */
const othersPauseMs = 500;

/** Checks every open GraphQL document whenever it, a fragment it may use, or the schema it is checked by has changed. */
export class QueryChecks extends Owner {
  private readonly collection = this.own(vscode.languages.createDiagnosticCollection("chainscope.graphql"));
  private readonly debouncer = this.own(new Debouncer(pauseMs));
  private readonly delayedOthers = this.own(new Debouncer(othersPauseMs));
  /** Document → diagnostics that a node's error says already. */
  private readonly said = new Map<string, readonly Diagnostic[]>();

  constructor(private readonly sources: CheckSources) {
    super();
    const { index, pins, schemas, schemaDocuments, standDown } = sources;
    this.own(
      vscode.workspace.onDidOpenTextDocument((document) => this.check(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
      index.onDidChange((uri) => this.changed(uri)),
      standDown.onDidChange(() => this.checkLater()),
      pins.onChange(() => this.checkLater()),
      schemas.onChange(() => this.checkLater()),
      schemaDocuments.onDidChange(() => this.checkLater()),
    );
    this.checkAll();
  }

  /** Checks all open documents now. */
  checkAll(): void {
    for (const document of vscode.workspace.textDocuments) this.check(document);
  }

  /** Leaves diagnostics out that are part of a node's error, until they are told again; the document is checked again. */
  leaveOut(uri: vscode.Uri, said: readonly Diagnostic[]): void {
    const key = uri.toString();
    if (said.length === 0 && !this.said.delete(key)) return;
    if (said.length > 0) this.said.set(key, said);
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
    if (document) this.check(document);
  }

  /** Diagnostics of a document, for what wants to know them too. */
  diagnostics(subject: QuerySubject): Diagnostic[] {
    const { connection, document, schema } = subject;
    if (document.templates) {
      const isMeant = !schema || mayBeFor(document, schema);
      const unread: Diagnostic[] = document.unread ? [{ code: "unread", ...document.unread }] : [];
      return isMeant ? [...partsOf(subject).flatMap((part) => this.diagnostics(part)), ...unread] : [];
    }
    const otherSchemas = connection ? this.sources.schemas.othersThan(connection) : [];
    return diagnosticsOf(subject.document, { ...subject, otherSchemas });
  }

  /** A change of one document may define, or take away, a fragment of any other. */
  private changed(uri: vscode.Uri): void {
    const key = uri.toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
    if (document) this.debouncer.run(key, () => this.check(document));
    if (document && isProgram(document)) return;
    this.delayedOthers.run("all", () => this.checkAll());
  }

  private checkLater(): void {
    this.debouncer.run("all", () => this.checkAll());
  }

  private check(document: vscode.TextDocument): void {
    if (isQueryDocument(document) || isProgram(document)) void this.checkQuery(document);
    else this.checkSchema(document);
  }

  private async checkQuery(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const subject = await this.sources.subjects.now(document);
    if (document.isClosed || document.version !== version) return;
    if (!subject) return this.collection.delete(document.uri);
    const name = subject.connection?.name;
    const unknown = this.sources.pins.unknown(document.uri);
    const head: Diagnostic[] = unknown ? [{ code: "unknown-connection", ...unknown }] : [];
    const said = this.said.get(document.uri.toString()) ?? [];
    const isNew = ({ code, start }: Diagnostic) => !said.some((each) => each.code === code && each.start === start);
    const diagnostics = [...head, ...this.diagnostics(subject).filter(isNew)];
    this.collection.set(
      document.uri,
      diagnostics.map((problem) => diagnosticOf(document, problem, name)),
    );
  }

  private checkSchema(document: vscode.TextDocument): void {
    const { schemas, schemaDocuments } = this.sources;
    const connection = schemaDocuments.connectionOf(document.uri);
    const loaded = connection && schemas.state(connection).loaded;
    if (loaded) this.collection.set(document.uri, schemaDiagnostics(document, loaded));
  }

  private forget(uri: vscode.Uri): void {
    this.collection.delete(uri);
  }
}

function diagnosticOf(document: vscode.TextDocument, problem: Diagnostic, connection: string | undefined) {
  const { code } = problem;
  const text = visibleText(diagnosticText(problem, connection));
  const diagnostic = new vscode.Diagnostic(rangeOf(document, problem), text, severity[severityOf(problem)]);
  diagnostic.source = diagnosticSource;
  diagnostic.code = code;
  if (code.startsWith("unused-")) diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  if (code === "deprecated") diagnostic.tags = [vscode.DiagnosticTag.Deprecated];
  return diagnostic;
}

function schemaDiagnostics(document: vscode.TextDocument, loaded: LoadedSchema): vscode.Diagnostic[] {
  const problems = "problem" in loaded ? [loaded.problem] : loaded.problems;
  return problems.map((problem) => {
    const { start = 0, end = start + 1 } = problem;
    const text = visibleText(schemaProblemText(problem));
    const diagnostic = new vscode.Diagnostic(rangeOf(document, { start, end }), text, severity.warning);
    diagnostic.source = diagnosticSource;
    return diagnostic;
  });
}

const { DiagnosticSeverity: Severity } = vscode;
const severity = { error: Severity.Error, warning: Severity.Warning, hint: Severity.Hint } as const;
