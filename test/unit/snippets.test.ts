import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readCallFile } from "../../src/contract/callFile";

const root = resolve(__dirname, "../..");
const read = (name: string): unknown => JSON.parse(readFileSync(resolve(root, name), "utf8"));

/** What stands there when a person accepts every proposal. */
const filled = (body: string) => body.replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\\\$/g, "$");

describe("snippets of call files", () => {
  const schema = read("media/call.schema.json") as {
    defaultSnippets: { label: string; body: Record<string, string> }[];
  };

  for (const { label, body } of schema.defaultSnippets) {
    it(`are call files but for the names in them: ${label}`, () => {
      const written = Object.entries(body).map(([field, value]) => {
        const text = filled(value);
        const json = text.startsWith("^") ? text.slice(1) : JSON.stringify(text);
        return `${JSON.stringify(field)}: ${json}`;
      });
      const { problems } = readCallFile(
        `{${written.join(", ").replace("contract id, 64 hex digits", "c0".repeat(32))}}`,
      );
      assert.deepEqual(problems, []);
    });
  }
});
