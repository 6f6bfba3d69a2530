import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { NoUnusedFragmentsRule, buildSchema, parse, specifiedRules, validate } from "graphql";
import { readEntry } from "../../src/features/connections/connectionEntry";
import { settingRules } from "../../src/host/settingRule";
import { schemaSdl } from "../../src/sandbox/graphql/graphqlSchema";
import { readManifest } from "../support/manifestTexts";
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

describe("snippets of queries", () => {
  interface Snippet {
    prefix: string;
    body: string[];
  }
  const snippets = Object.entries(read("media/graphql.code-snippets") as Record<string, Snippet>);
  const queries = snippets.map(([, { body }]) => filled(body.join("\n")));
  const schemas = {
    "a deployed node": readFileSync(resolve(root, "test/recorded/schema.graphql"), "utf8"),
    "a node of the interface": schemaSdl(true, "Int"),
  };

  for (const [node, sdl] of Object.entries(schemas)) {
    for (const [at, [name, { prefix }]] of snippets.entries()) {
      it(`are valid on ${node} as they are inserted: ${name}`, () => {
        const document = parse(queries[at] ?? "");
        // A fragment is for queries that are still to be written.
        const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
        assert.deepEqual(validate(buildSchema(sdl), document, rules), []);
        assert.match(prefix, /^chainscope-/, "offered to those alone who ask for it, in everyone's GraphQL");
      });
    }
  }

  it("are those of the manifest", () => {
    const { contributes } = readManifest() as { contributes: { snippets: { language: string; path: string }[] } };
    assert.deepEqual(contributes.snippets, [{ language: "graphql", path: "./media/graphql.code-snippets" }]);
  });
});

describe("snippets of connections", () => {
  const rule = settingRules(readManifest()).get("chainscope.connections") as unknown as {
    defaultSnippets: { body: unknown }[];
    items: {
      defaultSnippets: { body: unknown }[];
      properties: { contracts: { items: { defaultSnippets: { body: unknown }[] } } };
    };
  };
  const written = (body: unknown): unknown =>
    JSON.parse(
      filled(JSON.stringify(body))
        .replace(/"\^([^"]*)"/g, "$1")
        .replace("contract id, 64 hex digits", "c0".repeat(32)),
    );
  const lists = rule.defaultSnippets.map(({ body }) => written(body) as unknown[]);
  const entries = [...lists.flat(), ...rule.items.defaultSnippets.map(({ body }) => written(body))];

  it("are connections that can be used, but for the addresses in them", () => {
    assert.ok(lists.length > 0 && entries.length > lists.length);
    for (const entry of entries) assert.deepEqual(readEntry(entry, "It").problems, []);
  });

  it("name contracts as a connection does", () => {
    const contracts = rule.items.properties.contracts.items.defaultSnippets.map(({ body }) => written(body));
    assert.ok(contracts.length > 0);
    const read = readEntry({ name: "Local", url: "http://localhost:8080", contracts }, "It");
    assert.deepEqual([read.problems, read.entry?.contracts?.length], [[], contracts.length]);
  });
});
