import { join } from "node:path";
import { buildSchema as bareSchema, type GraphQLSchema } from "graphql";
import { getAutocompleteSuggestions, getDiagnostics, getHoverInformation, Position } from "graphql-language-service";
import { completionsAt } from "../src/graphql/completion/completion";
import { diagnosticsOf } from "../src/graphql/checks/diagnostics";
import { documentAt, readDocument, readTemplates } from "../src/graphql/text/document";
import { hoverAt } from "../src/graphql/completion/hover";
import { loadSchemaInSteps, type NodeSchema } from "../src/graphql/schema/schema";
import { loadSchema } from "../test/support/loadSchema";
import { mayHoldTemplate } from "../src/graphql/text/templates";
import { largeSchema, typingTargets } from "./graphqlSchema";
import { median, report } from "./measure";

const { sdl, query } = largeSchema(join(__dirname, ".."));
const stretchLimitMs = 50;
const keyLimitMs = 6;
const rounds = 15;
const programLines = 5000;

void run();

/** GraphQL understanding beside the bare library, in turns in the same process. */
async function run(): Promise<void> {
  const { schema } = loadSchema(sdl) as { schema: NodeSchema };
  const bare = bareSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
  console.log(`  SDL of ${sdl.split("\n").length} lines, query of ${query.split("\n").length}`);
  benchLoading();
  benchTyping(schema, bare);
  benchProgram(schema);
  benchWhole(schema, bare);
}

function benchLoading(): void {
  const [ours, theirs, longest]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    let before = performance.now();
    const started = before;
    let worst = 0;
    for (const steps = loadSchemaInSteps(sdl); !steps.next().done;) {
      const now = performance.now();
      worst = Math.max(worst, now - before);
      before = now;
    }
    worst = Math.max(worst, performance.now() - before);
    ours!.push(performance.now() - started);
    longest!.push(worst);
    const other = performance.now();
    bareSchema(sdl, { assumeValid: true, assumeValidSDL: true, noLocation: true });
    theirs!.push(performance.now() - other);
  }
  const [whole, bare, range] = [median(ours!), median(theirs!), median(longest!)];
  report(`schema load, ${whole.toFixed(0)} ms in all, relative to the library's ${bare.toFixed(0)} ms`, whole / bare);
  report(
    `  longest stretch without giving way, ${range.toFixed(1)} ms, relative to ${stretchLimitMs} ms`,
    range / stretchLimitMs,
    "≤ 1×",
  );
  report("  the same relative to the library's one stretch", range / bare);
}

/** A key is typed, the document read again, the list made. */
function benchTyping(schema: NodeSchema, bare: GraphQLSchema): void {
  const [ours, theirs]: number[][] = [[], []];
  let document = readDocument(query);
  for (let round = 0; round < rounds; round++) {
    for (const place of typingTargets(query)) {
      const text = `${query.slice(0, place)}e${query.slice(place)}`;
      let started = performance.now();
      document = readDocument(text, document);
      completionsAt(document, place + 1, { schema });
      if (round > 0) ours!.push(performance.now() - started);
      started = performance.now();
      getAutocompleteSuggestions(bare, text, positionAt(text, place + 1));
      if (round > 0) theirs!.push(performance.now() - started);
    }
  }
  const at = (times: number[], share: number) => [...times].sort((a, b) => a - b)[Math.floor(times.length * share)]!;
  const [p95, bare95] = [at(ours!, 0.95), at(theirs!, 0.95)];
  report(`key to completions, p95 ${p95.toFixed(2)} ms, relative to ${keyLimitMs} ms`, p95 / keyLimitMs, "≤ 1×");
  report(`  p95 relative to the library's ${bare95.toFixed(2)} ms`, p95 / bare95);
  report("  p50 relative to the library's", at(ours!, 0.5) / at(theirs!, 0.5));
}

/** The same in a template of a long program, and what a key costs in one that has no GraphQL. */
function benchProgram(schema: NodeSchema): void {
  const line = '  const total = first + "text of some kind" + `${second} of them`; // what a program says\n';
  const half = line.repeat(programLines / 2);
  const program = `${half}const q = gql\`{ e\n${query.slice(0, 2000)}\n}\`;\n${half}`;
  const place = program.indexOf("{ e") + 3;
  const times: number[] = [];
  let document = readTemplates(program);
  for (let round = 0; round < rounds * 10; round++) {
    // A key that changes nothing but the text's identity: what is kept of the text before must not help.
    const text = `${program.slice(0, place)}${"e".repeat(1 + (round % 2))}${program.slice(place)}`;
    const started = performance.now();
    document = readTemplates(text, document);
    completionsAt(documentAt(document, place + 1)!, place + 1, { schema });
    if (round > rounds) times.push(performance.now() - started);
  }
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
  report(
    `key to completions in a template of ${programLines} lines, p95 ${p95.toFixed(2)} ms, of 6 ms`,
    p95 / 6,
    "≤ 1×",
  );
  const calls = 100_000;
  const started = performance.now();
  for (let call = 0; call < calls; call++) mayHoldTemplate(line);
  const key = ((performance.now() - started) / calls) * 3;
  report(`key in a program without GraphQL, ${key.toFixed(5)} ms for its three lines, of 0.1 ms`, key / 0.1, "≤ 1×");
  const plain = half + half;
  const opened = performance.now();
  mayHoldTemplate(plain);
  report(
    `opening such a program, once, ${(performance.now() - opened).toFixed(2)} ms, of 6 ms`,
    (performance.now() - opened) / 6,
  );
}

function benchWhole(schema: NodeSchema, bare: GraphQLSchema): void {
  const document = readDocument(query);
  const place = query.indexOf("mergeable") + 3;
  const rows: [what: string, ours: () => unknown, theirs: () => unknown][] = [
    [
      "checking the whole document",
      () => diagnosticsOf(readDocument(query), { schema }),
      () => getDiagnostics(query, bare),
    ],
    [
      "hover",
      () => hoverAt(document, place, { schema }),
      () => getHoverInformation(bare, query, positionAt(query, place)),
    ],
  ];
  for (const [what, ours, theirs] of rows) {
    const [own, other]: number[][] = [[], []];
    for (let round = 0; round < rounds * 3; round++) {
      for (const [work, times] of [
        [ours, own],
        [theirs, other],
      ] as const) {
        const started = performance.now();
        work();
        if (round > 5) times!.push(performance.now() - started);
      }
    }
    const [mine, bareTime] = [median(own!), median(other!)];
    report(`${what}, ${mine.toFixed(2)} ms, relative to the library's ${bareTime.toFixed(2)} ms`, mine / bareTime);
  }
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return new Position(before.length - 1, before.at(-1)!.length);
}
