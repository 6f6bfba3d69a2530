import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { NodeError } from "../../client/failures/nodeError";
import type { QueryFields } from "../../graphql/schema/queryFields";
import type { ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import { languageIds } from "../../host/contributionIds";
import { Owner } from "../../base/disposables";
import { onSettingChange } from "../../host/settings";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { ChangeMarks } from "./run/changeMarks";
import {
  CompletionProvider,
  completionTriggers,
  SignatureHelpProvider,
  signatureTriggers,
} from "./language/completionProvider";
import { DocumentPins } from "./documents/documentPins";
import { FormattingProvider } from "./language/formattingProvider";
import { HoverProvider } from "./language/hoverProvider";
import { LensProvider } from "./language/lensProvider";
import { LiveQueries } from "./run/liveQueries";
import { NameProviders } from "./language/nameProviders";
import { Operations } from "./run/operations";
import { OutlineProvider } from "./language/outlineProvider";
import { isQueryDocument, programLanguages } from "./documents/queryDocument";
import type { Programs } from "./documents/programs";
import { QueryChecks } from "./language/queryChecks";
import { QueryIndex } from "./documents/queryIndex";
import { QuerySubjects } from "./documents/querySubject";
import { QuickFixProvider } from "./language/quickFixProvider";
import { ResultBadges } from "./run/resultBadges";
import { ResultDocuments } from "./run/resultDocuments";
import { ResultLenses, resultSelector } from "./run/resultLenses";
import { RunDiagnostics } from "./run/runDiagnostics";
import { RunContext } from "./run/runContext";
import { Runner } from "./run/runner";
import { notifyOffered } from "./schema/offeredFields";
import { SchemaCache } from "./schema/schemaCache";
import { SchemaDocuments } from "./schema/schemaDocuments";
import { Schemas } from "./schema/schemas";
import { SchemaStatus } from "./schema/schemaStatus";
import { StandDown } from "./documents/standDown";
import { VariablesChecks, VariablesFixes, variablesFileSelector } from "./variables/variablesChecks";
import type { VariablesFileSystem } from "./variables/variablesFileSystem";
import { keepVariables } from "./variables/variablesKeeping";
import { VariablesLens } from "./variables/variablesLens";
import { VariablesSchemas } from "./variables/variablesSchemas";
import { meantConnection } from "../../client/meantConnection";

export interface GraphqlEditingNeeds {
  readonly connections: Connections;
  readonly documents: ReadOnlyDocuments;
  readonly log: vscode.LogOutputChannel;
  readonly report: ReportError;
  /** Told what can be queried of each node. */
  readonly queryFields: QueryFields<Connection>;
  /** Remembers choices and variables in this workspace. */
  readonly memory: vscode.Memento;
  /** Where schemas are kept for work without their nodes. */
  readonly storage: vscode.Uri;
}

const queries: vscode.DocumentSelector = { language: languageIds.graphql };
const programs: vscode.DocumentSelector = programLanguages.map((language) => ({ language }));

/** Everything about GraphQL that needs its libraries: made when the first document or command wants it. */
export class GraphqlEditing extends Owner {
  readonly schemas: Schemas;
  readonly schemaDocuments: SchemaDocuments;
  readonly pins: DocumentPins;
  readonly subjects: QuerySubjects;
  readonly results: ResultDocuments;
  readonly live: LiveQueries;
  readonly operations: Operations;
  readonly runContext: RunContext;
  readonly variablesSchemas: VariablesSchemas;

  constructor(
    readonly needs: GraphqlEditingNeeds & { readonly programs: Programs },
    variables: VariablesFileSystem,
  ) {
    super();
    const { connections, documents, memory, storage, log, report } = needs;
    const own = <T extends vscode.Disposable>(part: T): T => this.own(part);
    const warn = (line: string) => log.warn(line);
    const standDown = own(new StandDown(memory, report));
    const index = own(new QueryIndex(needs.programs, report));
    const pins = (this.pins = own(new DocumentPins(connections, memory, report)));
    const schemas = (this.schemas = own(new Schemas(connections, new SchemaCache(storage, warn), warn)));
    own(notifyOffered(schemas, needs.queryFields));
    const schemaDocuments = (this.schemaDocuments = own(new SchemaDocuments(connections, schemas, documents)));
    const subjects = (this.subjects = new QuerySubjects({ index, pins, schemas, standDown }));
    const sources = { subjects, index, pins, schemas, schemaDocuments, standDown };
    const checks = own(new QueryChecks(sources));
    const results = (this.results = own(new ResultDocuments(documents)));
    const diagnostics = own(new RunDiagnostics(checks));
    const marks = own(new ChangeMarks());
    const live = (this.live = own(new LiveQueries({ subjects, results, diagnostics, marks })));
    const runner = own(new Runner({ results, diagnostics, live, marks }));
    this.operations = new Operations(subjects, runner, connections, documents);
    const changed = own(new vscode.EventEmitter<void>());
    const canCompare = () => connections.all.length > 1;
    const lenses = own(
      new LensProvider({ index, pins, schemas, live, standDown, canCompare, onChange: changed.event }),
    );
    const status = own(new SchemaStatus({ pins, schemas, schemaDocuments }));
    this.variablesSchemas = own(new VariablesSchemas(subjects, variables, changed.event));
    own(new VariablesChecks(subjects, changed.event));

    own(new ResultBadges(results));
    this.runContext = own(new RunContext({ index, pins, schemas, results, onChange: changed.event }));
    const resultLenses = own(new ResultLenses(results));
    const variablesLens = own(new VariablesLens({ index, pins, schemas, onChange: changed.event }));
    own(keepVariables());
    own(registerProviders({ ...sources, checks, lenses, resultLenses, variablesLens }));
    // A window whose programs hold no GraphQL has no one asked about them.
    let areKnown = false;
    const know = (document: vscode.TextDocument) => {
      if (areKnown || !index.holdsQueries(document) || isQueryDocument(document)) return;
      areKnown = true;
      own(registerLanguage(programs, { ...sources, checks, lenses }));
    };
    own(index.onDidChange(() => vscode.workspace.textDocuments.forEach(know)));
    own(vscode.workspace.onDidOpenTextDocument(know));
    vscode.workspace.textDocuments.forEach(know);
    this.follow(index, changed, () => {
      status.draw();
      checks.checkAll();
    });
  }

  /** The connection of a row, or that a document works with, or the active editor's, or else the active one. */
  connectionFor(argument: unknown): Connection {
    const { connection: chosen } = (argument ?? {}) as { connection?: Connection };
    if (chosen) return this.needs.connections.present(chosen);
    const document = vscode.window.activeTextEditor?.document;
    const isOne = document && (document.languageId === languageIds.graphql || this.subjects.isIn(document));
    const active = isOne ? document.uri : undefined;
    const uri = argument instanceof vscode.Uri ? argument : active;
    if (uri && this.schemaDocuments.shows(uri)) return this.connectionShownIn(uri);
    return meantConnection(this.needs.connections, { connection: uri && this.pins.of(uri)?.connection });
  }

  private connectionShownIn(schema: vscode.Uri): Connection {
    const connection = this.schemaDocuments.connectionOf(schema);
    if (connection) return connection;
    throw new NodeError("invalid-input", t`The connection of this schema is not open in this window any more.`, {
      remedy: t`Add it again under the same name, or open the schema of another one.`,
      remedies: ["connect"],
    });
  }

  /** Tells lenses and variables of everything that they may depend on, and looks at all documents again when need be. */
  private follow(index: QueryIndex, changed: vscode.EventEmitter<void>, lookAgain: () => void): void {
    const change = () => changed.fire();
    const notifyChanged = () => {
      const hasChanged = this.needs.connections.all.some((each) => this.schemas.state(each).previous !== undefined);
      setContextKey("chainscope.schemaChanged", hasChanged);
    };
    const reconsider = () => {
      notifyChanged();
      lookAgain();
      change();
    };
    this.own(this.schemas.onChange(notifyChanged));
    for (const part of [this.pins, this.schemas]) this.own(part.onChange(change));
    this.own(index.onDidChange(change));
    this.own(this.live.onDidChange(change));
    this.own(this.needs.connections.onChange(({ kind }) => (kind === "status" ? undefined : reconsider())));
    this.own(onSettingChange(["graphql.templates"], reconsider));
    void index.ready.then(reconsider);
  }
}

interface LanguageSources {
  readonly subjects: QuerySubjects;
  readonly schemaDocuments: SchemaDocuments;
  readonly checks: QueryChecks;
  readonly lenses: LensProvider;
}

interface ProviderSources extends LanguageSources {
  readonly index: QueryIndex;
  readonly standDown: StandDown;
  readonly resultLenses: ResultLenses;
  readonly variablesLens: VariablesLens;
}

/** What is offered wherever there is GraphQL, in files of its own and in programs. */
function registerLanguage(
  selector: vscode.DocumentSelector,
  { subjects, schemaDocuments, checks, lenses }: LanguageSources,
): vscode.Disposable {
  const { languages } = vscode;
  const names = new NameProviders(subjects, schemaDocuments);
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(selector, new CompletionProvider(subjects), ...completionTriggers),
    languages.registerHoverProvider(selector, new HoverProvider(subjects)),
    languages.registerSignatureHelpProvider(selector, new SignatureHelpProvider(subjects), signatureTriggers),
    languages.registerDefinitionProvider(selector, names),
    languages.registerTypeDefinitionProvider(selector, names),
    languages.registerReferenceProvider(selector, names),
    languages.registerCodeActionsProvider(selector, new QuickFixProvider(subjects, checks), QuickFixProvider.kinds),
    languages.registerCodeLensProvider(selector, lenses),
  );
}

function registerProviders(sources: ProviderSources): vscode.Disposable {
  const { subjects, index, schemaDocuments, standDown, resultLenses, variablesLens } = sources;
  const { languages } = vscode;
  const outline = new OutlineProvider(index, standDown);
  return vscode.Disposable.from(
    registerLanguage(queries, sources),
    languages.registerRenameProvider(queries, new NameProviders(subjects, schemaDocuments)),
    languages.registerDocumentSymbolProvider(queries, outline),
    languages.registerFoldingRangeProvider(queries, outline),
    languages.registerDocumentFormattingEditProvider(queries, new FormattingProvider(standDown)),
    languages.registerCodeActionsProvider(variablesFileSelector, new VariablesFixes(subjects), QuickFixProvider.kinds),
    languages.registerCodeLensProvider(resultSelector, resultLenses),
    languages.registerHoverProvider(resultSelector, resultLenses),
    languages.registerCodeLensProvider(variablesFileSelector, variablesLens),
  );
}

/** Gives what has to be loaded first. */
export type LoadEditing = () => Promise<GraphqlEditing>;
