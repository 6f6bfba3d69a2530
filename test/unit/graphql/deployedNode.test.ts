import assert from "node:assert/strict";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { readDocument } from "../../../src/graphql/text/document";
import { type OperationRequest, requestFor } from "../../../src/graphql/text/operations";
import { queryDraft, rootFields } from "../../../src/graphql/completion/queryDraft";
import { refusalAt } from "../../../src/graphql/checks/refusalDiagnostic";
import { resultErrors } from "../../../src/graphql/run/resultErrors";
import { exchangesOf, recordedSchema } from "../../support/recordings";
import { schemaOf } from "./nodeSchema";

describe("a deployed node's own schema", () => {
  const schema = schemaOf(recordedSchema());
  const queries = exchangesOf("graphql").flatMap(({ name, request, response }) => {
    const { query } = request.method === "POST" ? (jsonIn(request.body) as { query?: string }) : {};
    if (!query || !("status" in response)) return [];
    const { errors } = jsonIn(response.body) as { errors?: ResultEntry[] };
    // The body of a long answer is cut.
    return [{ name, query, errors, hasData: response.body?.startsWith('{"data":{') && !errors }];
  });

  it("gives each field a draft of which nothing is refused", () => {
    for (const { name } of rootFields(schema)) {
      const draft = queryDraft(name, schema)!
        .replace(/\$\{1:(\w+)\}/, "$1")
        .replace(/\\\$/g, "$")
        .replace("$0", "");
      assert.deepEqual(diagnosticsOf(readDocument(draft), { schema }), [], draft);
    }
  });

  it("is warned of where the node gave nothing because of the arguments", () => {
    const refused = queries.filter(({ errors }) =>
      errors?.some(({ message }) => /^$|specify|count|range|no sender/i.test(message)),
    );
    assert.ok(refused.length > 8);
    for (const { query, errors } of refused) {
      const document = readDocument(query);
      const at = query.indexOf(String(errors?.[0]?.path?.[0]));
      assert.ok(refusalAt(at, diagnosticsOf(document, { schema }), document), query);
    }
  });

  it("is not warned of where the node answered", () => {
    const answered = queries.filter(({ hasData }) => hasData);
    assert.ok(answered.length > 20);
    for (const { query } of answered) {
      const quiet = diagnosticsOf(readDocument(query), { schema }).filter(({ code }) => code !== "int-for-float");
      assert.deepEqual(quiet, [], query);
    }
  });

  it("has a reason in words for an error without any", () => {
    const silent = queries.find(({ name }) => name === "graphql blocks none")!;
    const request = requestOf(silent.query);
    assert.deepEqual(
      resultErrors(silent.errors, request).map(({ message, path }) => ({ message, path })),
      [{ message: "The node gave no reason", path: "blocks" }],
    );
  });
});

interface ResultEntry {
  message: string;
  path?: (string | number)[];
}

function jsonIn(body = "{}"): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

function requestOf(query: string): OperationRequest {
  const document = readDocument(query);
  return requestFor({ document, definition: document.definitions[0]! });
}
