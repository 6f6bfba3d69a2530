import { join } from "node:path";
import { buildSchema as bareSchema, type GraphQLSchema } from "graphql";
import { getAutocompleteSuggestions, Position } from "graphql-language-service";
import * as vscode from "vscode";
import { Connections } from "../src/client/connections";
import { DocumentPins } from "../src/features/graphqlEditing/documents/documentPins";
import { Programs } from "../src/features/graphqlEditing/documents/programs";
import { QueryIndex } from "../src/features/graphqlEditing/documents/queryIndex";
import { QuerySubjects } from "../src/features/graphqlEditing/documents/querySubject";
import { StandDown } from "../src/features/graphqlEditing/documents/standDown";
import { CompletionProvider } from "../src/features/graphqlEditing/language/completionProvider";
import { SchemaCache } from "../src/features/graphqlEditing/schema/schemaCache";
import { Schemas } from "../src/features/graphqlEditing/schema/schemas";
import { startSandbox } from "../test/support/startSandbox";
import { largeSchema, typingTargets } from "./graphqlSchema";
import { median, report } from "./measure";

const { sdl, query } = largeSchema(join(__dirname, "../.."));
const keyLimitMs = 6;
const plainKeyLimitMs = 0.1;
const programLines = 5000;
const stretchLimitMs = 50;
const loads = 7;
const rounds = 5;
const memory = {
  get: (_: string, or: unknown) => or,
  update: async () => undefined,
  keys: () => [],
} as unknown as vscode.Memento;

/** The schema of a node loaded, and keys typed against it, in the extension host, beside the bare library there. */
export async function bench(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0 });
  const connections = new Connections();
  const say = () => undefined;
  const schemas = new Schemas(connections, new SchemaCache(vscode.Uri.file("/nowhere"), say), say);
  const edits = new EditCost();
  const fail = (error: unknown) => {
    throw error;
  };
  const owned = {
    index: new QueryIndex(new Programs(), fail),
    pins: new DocumentPins(connections, memory, fail),
    standDown: new StandDown(memory, fail),
  };
  try {
    await sandbox.control("schema", { sdl });
    await benchLoading(connections, schemas, sandbox.url);
    const provider = new CompletionProvider(new QuerySubjects({ schemas, ...owned }));
    edits.listen();
    await benchTyping(provider);
    await benchTemplate(provider, edits);
    await benchPlainProgram(provider, edits);
  } finally {
    for (const each of [schemas, connections, edits, ...Object.values(owned)]) each.dispose();
    await sandbox.stop();
  }
}

/** How long the host's loop is held up while a schema is fetched and built. */
async function benchLoading(connections: Connections, schemas: Schemas, url: string): Promise<void> {
  const [worst, theirs]: number[][] = [[], []];
  for (let load = 0; load < loads; load++) {
    const connection = connections.add({ name: "Large", url, timeoutMs: 60_000, contracts: [], origin: "window" });
    const gaps = watchLoop();
    await schemas.reload(connection);
    worst!.push(gaps.end());
    const started = performance.now();
    bareSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
    theirs!.push(performance.now() - started);
  }
  const [range, bare] = [median(worst!), median(theirs!)];
  report(
    `schema of ${sdl.split("\n").length} lines: the host's loop is held for ${range.toFixed(1)} ms at most, relative to ${stretchLimitMs} ms`,
    range / stretchLimitMs,
    "≤ 1×",
  );
  report(`  relative to the library's one stretch of ${bare.toFixed(0)} ms`, range / bare);
}

/** The lines of a program that says nothing of GraphQL. */
const line = '  const total = first + "text of some kind" + `${second} of them`; // what a program says\n';
const half = line.repeat(programLines / 2);

/** Keys typed into a template in the middle of a long program: what hearing of each costs, and the list that it brings. */
async function benchTemplate(provider: CompletionProvider, edits: EditCost): Promise<void> {
  const program = `${half}const large = gql\`${query}\`;\n${half}`;
  const places = typingTargets(program).filter((place) => place > half.length);
  const times = await keysIn(program, places, provider, edits);
  report(
    `key in a template of a program of ${program.split("\n").length} lines, p95 ${at(times, 0.95).toFixed(2)} ms, relative to ${keyLimitMs} ms`,
    at(times, 0.95) / keyLimitMs,
    "≤ 1×",
  );
}

/** The same in a program that holds no GraphQL, which the provider is asked about because another one does. */
async function benchPlainProgram(provider: CompletionProvider, edits: EditCost): Promise<void> {
  const places = Array.from({ length: 60 }, (_, index) => half.length + index * line.length + 12);
  const times = await keysIn(half + half, places, provider, edits);
  report(
    `key in such a program without GraphQL, p95 ${at(times, 0.95).toFixed(3)} ms, relative to ${plainKeyLimitMs} ms`,
    at(times, 0.95) / plainKeyLimitMs,
    "≤ 1×",
  );
}

/** Milliseconds that our code takes for each key. */
async function keysIn(
  program: string,
  places: readonly number[],
  provider: CompletionProvider,
  edits: EditCost,
): Promise<number[]> {
  const document = await vscode.workspace.openTextDocument({ language: "typescript", content: program });
  await vscode.window.showTextDocument(document);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const place of places) {
      const after = await typeAt(document, document.positionAt(place));
      const started = performance.now();
      await suggested(provider, document, after);
      // The first round warms up.
      if (round > 0) times.push(edits.last + performance.now() - started);
      await takeBack(document, after);
    }
  }
  return times;
}

/** What our listeners take to hear of an edit: those that were registered between it and its `listen`. */
class EditCost {
  last = 0;
  private heard = 0;
  private readonly owned = [vscode.workspace.onDidChangeTextDocument(() => (this.heard = performance.now()))];

  listen(): void {
    this.owned.push(vscode.workspace.onDidChangeTextDocument(() => (this.last = performance.now() - this.heard)));
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }
}

/** A key is typed into a document that is open in an editor, and the provider makes the list. */
async function benchTyping(provider: CompletionProvider): Promise<void> {
  const bare = bareSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
  const document = await vscode.workspace.openTextDocument({ language: "graphql", content: query });
  await vscode.window.showTextDocument(document);
  const [ours, theirs]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const place of typingTargets(query)) {
      const position = document.positionAt(place);
      const [own, other] = await typed(document, position, provider, bare);
      // The first round warms up.
      if (round > 0) {
        ours!.push(own);
        theirs!.push(other);
      }
    }
  }
  const [p95, bare95] = [at(ours!, 0.95), at(theirs!, 0.95)];
  report(
    `key to completion list in the host, p95 ${p95.toFixed(2)} ms, relative to ${keyLimitMs} ms`,
    p95 / keyLimitMs,
    "≤ 1×",
  );
  report(`  p95 relative to the library's ${bare95.toFixed(2)} ms`, p95 / bare95);
  report(`  p50 ${at(ours!, 0.5).toFixed(2)} ms relative to the library's`, at(ours!, 0.5) / at(theirs!, 0.5));
}

async function typed(
  document: vscode.TextDocument,
  position: vscode.Position,
  provider: CompletionProvider,
  bare: GraphQLSchema,
): Promise<[ours: number, theirs: number]> {
  const after = await typeAt(document, position);
  let started = performance.now();
  await suggested(provider, document, after);
  const ours = performance.now() - started;
  started = performance.now();
  getAutocompleteSuggestions(bare, document.getText(), new Position(after.line, after.character));
  const theirs = performance.now() - started;
  await takeBack(document, after);
  return [ours, theirs];
}

async function typeAt(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Position> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, position, "e");
  await vscode.workspace.applyEdit(edit);
  return position.translate(0, 1);
}

async function takeBack(document: vscode.TextDocument, after: vscode.Position): Promise<void> {
  const undo = new vscode.WorkspaceEdit();
  undo.delete(document.uri, new vscode.Range(after.translate(0, -1), after));
  await vscode.workspace.applyEdit(undo);
}

function suggested(provider: CompletionProvider, document: vscode.TextDocument, at: vscode.Position) {
  const { token } = new vscode.CancellationTokenSource();
  const context = { triggerKind: vscode.CompletionTriggerKind.Invoke, triggerCharacter: undefined };
  return provider.provideCompletionItems(document, at, token, context);
}

/** Measures the longest time between two turns of the event loop. */
function watchLoop(): { end(): number } {
  let longest = 0;
  let before = performance.now();
  let watching = true;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    end() {
      watching = false;
      return longest;
    },
  };
}

function at(times: readonly number[], share: number): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length * share)] ?? NaN;
}
