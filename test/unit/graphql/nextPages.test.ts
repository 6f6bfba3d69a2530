import assert from "node:assert/strict";
import { readDocument } from "../../../src/graphql/text/document";
import { nextPages } from "../../../src/graphql/run/nextPages";
import type { ExactValue } from "../../../src/graphql/variables/variableValues";
import { schemaOf } from "./nodeSchema";

const schema = schemaOf(`
  scalar JSON
  type Events { json: JSON! }
  type Query { finalizedEvents(contractId: String!, limit: Int, cursor: String): Events other: JSON }`);

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ topic: "t", cursor: `c${index}` }));

function next(query: string, data: ExactValue, variables: ExactValue = {}) {
  return nextPages(readDocument(query).definitions[0]!, data, variables, schema).map(
    ({ field, shown, cursor, set }) => {
      if ("variable" in set) return { field, shown, cursor, set: `$${set.variable}` };
      return { field, shown, cursor, set: query.slice(0, set.start) + set.text + query.slice(set.end) };
    },
  );
}

describe("more pages of a result", () => {
  const byVariable = 'query P($c: String) { finalizedEvents(contractId: "a", cursor: $c) { json } }';

  it("go on behind the last item, by the variable of the cursor argument", () => {
    const data = { finalizedEvents: { json: items(50) } };
    assert.deepEqual(next(byVariable, data), [{ field: "finalizedEvents", shown: 50, cursor: "c49", set: "$c" }]);
  });

  it("go on by a literal or a new cursor argument, under the alias of the field", () => {
    const data = { e: { json: items(2) } };
    assert.equal(
      next('{ e: finalizedEvents(contractId: "a", limit: 2) { json } }', data)[0]?.set,
      '{ e: finalizedEvents(contractId: "a", limit: 2, cursor: "c1") { json } }',
    );
    assert.equal(
      next('{ e: finalizedEvents(contractId: "a", limit: 2, cursor: "c0") { json } }', data)[0]?.set,
      '{ e: finalizedEvents(contractId: "a", limit: 2, cursor: "c1") { json } }',
    );
  });

  it("end with a page that is not full", () => {
    assert.deepEqual(next(byVariable, { finalizedEvents: { json: items(20) } }), []);
    assert.deepEqual(next(byVariable, { finalizedEvents: { json: [] } }), []);
    assert.deepEqual(next(byVariable, { finalizedEvents: null }), []);
  });

  it("are as the result says when it says so", () => {
    const page = (more: boolean) => ({
      finalizedEvents: { json: { events: items(3), hasMore: more, nextCursor: 17n } },
    });
    assert.deepEqual(next(byVariable, page(true)), [{ field: "finalizedEvents", shown: 3, cursor: "17", set: "$c" }]);
    assert.deepEqual(next(byVariable, page(false)), []);
  });

  it("count by the limit in the variables", () => {
    const query = 'query P($n: Int) { finalizedEvents(contractId: "a", limit: $n) { json } }';
    assert.equal(next(query, { finalizedEvents: { json: items(3) } }, { n: 3 }).length, 1);
    assert.equal(next(query, { finalizedEvents: { json: items(3) } }, { n: 4 }).length, 0);
  });

  it("are none for fields without a cursor, results of another shape, broken queries", () => {
    assert.deepEqual(next("{ other }", { other: items(50) }), []);
    assert.deepEqual(next(byVariable, { finalizedEvents: { json: "text" } }), []);
    assert.deepEqual(next(byVariable, "text"), []);
    assert.deepEqual(next("{ finalizedEvents(", {}), []);
  });
});
