import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { HostileClient } from "../../support/hostile/hostileClient";
import type { CallEnd } from "../../support/hostile/hostileClientProcess";
import { HostileNode } from "../../support/hostile/hostileNode";
import { kinds, type HostileKind } from "../../support/hostile/kinds";
import { methods } from "../../support/hostile/methods";

/** The limit of a request, and how much more a call may take on a machine that does nothing else. */
const [limitMs, restMs] = [1000, 1000];
/** As much of the processor in one go as reading some seven megabytes of JSON. */
const mostPaces = 10;
/** What holds the loop holds it each time; the collector and the compiler do not. */
const tries = 15;

describe("a node that answers with the worst", function () {
  this.timeout(120_000);
  const names = Object.keys(methods);
  let node: HostileNode;
  let client: HostileClient;

  before(async () => {
    node = await HostileNode.start();
    client = await HostileClient.start(node.url);
    await node.setAnswers({});
    const failed = (await client.call(names)).filter(({ sentence, unexpected }) => sentence ?? unexpected);
    assert.deepEqual(failed, [], "each method takes what a sound node answers");
  });

  after(async () => {
    await client.stop();
    await node.stop();
  });

  it("meets every method of every client", () => {
    assert.deepEqual(names.toSorted(), clientMethods().toSorted());
  });

  it("would be found by what holds the loop, and by nothing that works as much in turns", async () => {
    const [held] = await client.call(["holds the loop"]);
    assert.ok(isSlow(held!), figures(held!));
    for (let tried = 1; ; tried++) {
      const [shared] = await client.call(["gives others their turn"]);
      if (shared!.heldMs <= mostPaces * shared!.pace.heldMs) break;
      assert.ok(tried < tries, figures(shared!));
    }
  });

  for (const kind of Object.keys(kinds) as HostileKind[]) {
    const waits = kind === "no answer" || kind === "one byte at a time";

    it(`such as ${kind} gets a value or a sentence out of every method, and never its loop`, async () => {
      await node.setAnswers({ "": kind });
      let ends = await client.call(names, waits);
      for (const end of ends) checkEnd(end);
      for (let tried = 1; tried < tries && ends.some(isSlow); tried++) {
        ends = await client.call(
          ends.filter(isSlow).map(({ name }) => name),
          waits,
        );
      }
      assert.deepEqual(ends.filter(isSlow).map(figures), []);
    });
  }
});

/** By the pace of the same moment: whatever else the machine does slows the known work down as well. */
function isSlow({ tookMs, heldMs, pace }: CallEnd): boolean {
  const crowded = Math.max(1, pace.tookMs / pace.heldMs);
  return tookMs > limitMs + restMs * crowded || heldMs > mostPaces * pace.heldMs;
}

function figures({ name, tookMs, heldMs, pace }: CallEnd): string {
  const known = `${pace.tookMs.toFixed(1)} and ${pace.heldMs.toFixed(1)} ms for the known work`;
  return `${name} takes ${tookMs.toFixed()} ms and holds the loop for ${heldMs.toFixed()} ms; ${known}`;
}

function checkEnd({ name, sentence, unexpected }: CallEnd): void {
  assert.equal(unexpected, undefined, name);
  if (sentence === undefined) return;
  // eslint-disable-next-line no-control-regex
  const invisible = /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u3164\u{e0000}-\u{e007f}]/u;
  assert.doesNotMatch(sentence, invisible, name);
  assert.doesNotMatch(sentence, /undefined|\[object|NaN/, name);
  assert.ok(sentence.length > 10 && sentence.length < 2000, `${name}: ${sentence.length} characters`);
}

/** The public methods of src/client/routes/*Client.ts that ask the node for something, as `Class.method`. */
function clientMethods(): string[] {
  const folder = resolve(__dirname, "../../../src/client/routes");
  return readdirSync(folder)
    .filter((file) => file.endsWith("Client.ts"))
    .flatMap((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(folder, file), "utf8"), ts.ScriptTarget.ES2022);
      return source.statements.filter(ts.isClassDeclaration).flatMap((declared) =>
        declared.members
          .filter(ts.isMethodDeclaration)
          .filter(({ modifiers }) => !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
          .filter(({ type }) => type && /^(Promise|AsyncGenerator)\b/.test(type.getText(source)))
          .map(({ name }) => `${declared.name!.text}.${(name as ts.Identifier).text}`),
      );
    });
}
