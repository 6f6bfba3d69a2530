import assert from "node:assert/strict";
import { buildSchema, graphqlSync, lexicographicSortSchema, parse, printSchema } from "graphql";
import { introspectionQuery, sdlOfIntrospection } from "../../../src/graphql/schema/introspection";
import { loadSchema } from "../../support/loadSchema";
import type { Json } from "../../../src/wire/json/exactJson";
import { nodeSchema } from "./nodeSchema";

const told = (schema: typeof nodeSchema) => graphqlSync({ schema, source: introspectionQuery }).data as unknown as Json;

/** A schema of one query field with this as what introspection says of it. */
const withField = (field: { [name: string]: Json }): Json => ({
  __schema: { queryType: { name: "Query" }, types: [{ kind: "OBJECT", name: "Query", fields: [field] }] },
});
const int = { kind: "SCALAR", name: "Int", ofType: null };

describe("a schema told by introspection", () => {
  it("is the one that its text gives, described and deprecated as there", () => {
    const schema = buildSchema(`
      """
      Says "this"
      and that.
      """
      type Query { old(by: [By!]! = [{kind: LATE}]): [[Int!]]! @deprecated(reason: "a \\"b\\"") shape: Shape any: Any }
      input By { kind: Kind = EARLY, text: String = "x\\ny" }
      enum Kind { EARLY LATE @deprecated }
      interface Shape { size: Float }
      type Square implements Shape { size: Float }
      union Any = Square | Query
      scalar Time
      directive @tag(name: String!) on FIELD | QUERY
    `);
    for (const each of [schema, nodeSchema]) {
      const sdl = sdlOfIntrospection(told(each));
      const loaded = loadSchema(sdl ?? "");
      assert.ok("schema" in loaded);
      assert.deepEqual(loaded.problems, []);
      const printed = (one: typeof nodeSchema) => printSchema(lexicographicSortSchema(one));
      // What the query does not ask for: an older server would refuse the whole of it.
      const asked = (text: string) => text.replace(/ @(oneOf|specifiedBy\([^)]*\))/g, "");
      assert.equal(asked(printed(loaded.schema)), asked(printed(each)));
    }
  });

  it("keeps a default that its type cannot hold", () => {
    const height = { name: "height", type: { kind: "NON_NULL", ofType: int }, defaultValue: "5000000000" };
    assert.match(sdlOfIntrospection(withField({ name: "at", type: int, args: [height] })) ?? "", /= 5000000000\)/);
  });

  it("leaves out what is not shaped as it should be, and keeps the rest", () => {
    const args: Json[] = ["odd", { name: "bad name", type: int }, { name: "b", type: int, defaultValue: "{{" }];
    const sdl = sdlOfIntrospection(withField({ name: "a", type: int, args, description: 7, isDeprecated: true }));
    assert.equal(parse(sdl ?? "").definitions.length, 2);
    assert.match(sdl ?? "", /a\(b: Int\): Int @deprecated/);
  });

  it("is none in anything else", () => {
    for (const data of [undefined, null, 1, [], {}, { __schema: null }, { __schema: { types: [{ name: "Int" }] } }]) {
      assert.equal(sdlOfIntrospection(data as Json | undefined), undefined);
    }
  });

  it("takes no type that is wrapped without end", () => {
    let type: Json = int;
    for (let depth = 0; depth < 50_000; depth++) type = { kind: "LIST", name: null, ofType: type };
    let defaultValue = "1";
    for (let depth = 0; depth < 50_000; depth++) defaultValue = `[${defaultValue}`;
    const args: Json[] = [{ name: "by", type: int, defaultValue }];
    const other = { name: "fine", type: int, args };
    const sdl = sdlOfIntrospection(withField({ name: "deep", type })) ?? "";
    assert.doesNotMatch(sdl, /deep/);
    assert.match(sdlOfIntrospection(withField(other)) ?? "", /fine\(by: Int\): Int/);
  });
});
