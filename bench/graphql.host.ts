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
import { largeSchema, typingPlaces } from "./graphqlSchema";
import { median, report } from "./measure";

const { sdl, query } = largeSchema(join(__dirname, "../.."));
const keyLimitMs = 6;
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
  const owned = {
    index: new QueryIndex(new Programs()),
    pins: new DocumentPins(connections, memory),
    standDown: new StandDown(memory),
  };
  try {
    await sandbox.control("schema", { sdl });
    await benchLoading(connections, schemas, sandbox.url);
    await benchTyping(new CompletionProvider(new QuerySubjects({ schemas, ...owned })));
  } finally {
    for (const each of [schemas, connections, ...Object.values(owned)]) each.dispose();
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
  const [stretch, bare] = [median(worst!), median(theirs!)];
  report(
    `schema of ${sdl.split("\n").length} lines: the host's loop is held for ${stretch.toFixed(1)} ms at most, relative to ${stretchLimitMs} ms`,
    stretch / stretchLimitMs,
    "≤ 1×",
  );
  report(`  relative to the library's one stretch of ${bare.toFixed(0)} ms`, stretch / bare);
}

/** A key is typed into a document that is open in an editor, and the provider makes the list. */
async function benchTyping(provider: CompletionProvider): Promise<void> {
  const bare = bareSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
  const document = await vscode.workspace.openTextDocument({ language: "graphql", content: query });
  await vscode.window.showTextDocument(document);
  const [ours, theirs]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const place of typingPlaces(query)) {
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
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, position, "e");
  await vscode.workspace.applyEdit(edit);
  const after = position.translate(0, 1);
  const { token } = new vscode.CancellationTokenSource();
  const context = { triggerKind: vscode.CompletionTriggerKind.Invoke, triggerCharacter: undefined };
  let started = performance.now();
  await provider.provideCompletionItems(document, after, token, context);
  const ours = performance.now() - started;
  started = performance.now();
  getAutocompleteSuggestions(bare, document.getText(), new Position(after.line, after.character));
  const theirs = performance.now() - started;
  const undo = new vscode.WorkspaceEdit();
  undo.delete(document.uri, new vscode.Range(position, after));
  await vscode.workspace.applyEdit(undo);
  return [ours, theirs];
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
