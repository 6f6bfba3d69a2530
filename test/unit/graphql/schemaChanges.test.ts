import assert from "node:assert/strict";
import { schemaChanges } from "../../../src/graphql/schema/schemaChanges";
import { schemaOf } from "./nodeSchema";

describe("what changed between two schemas", () => {
  it("is told type by type, and members only of what both have", () => {
    const before = schemaOf(`
      type Query { a(x: Int, y: Int): Int gone: Gone u: U e: E same: Int }
      type Gone { b: Int }
      type Kept { b: Int }
      union U = Gone | Kept
      enum E { A B }
      scalar Turn`);
    const after = schemaOf(`
      type Query { a(x: Int!, z: Int): String u: U e: E same: Int @deprecated(reason: "old") fresh: New }
      type New { b: Int }
      type Kept { b: Int }
      union U = Kept
      enum E { A C }
      type Turn { b: Int }
      directive @d(on: Int) on FIELD`);
    assert.deepEqual(
      schemaChanges(before, after).map(({ change, what, name, before: old = "", after: current = "" }) =>
        [change, what, name, old, current].join(" ").trim(),
      ),
      [
        "added directive @d",
        "removed value E.B String".replace(" String", ""),
        "added value E.C",
        "removed type Gone type",
        "added type New  type",
        "changed field Query.a Int String",
        "changed argument Query.a(x) Int Int!",
        "removed argument Query.a(y) Int",
        "added argument Query.a(z)  Int",
        "added field Query.fresh  New",
        "removed field Query.gone Gone",
        "changed field Query.same Int Int, deprecated: old",
        "changed type Turn scalar type",
        "added field Turn.b  Int",
        "removed member U.Gone",
      ],
    );
    assert.deepEqual(schemaChanges(after, after), []);
  });
});
