import type { WrittenRequest } from "../../../client/http/requestCode";
import { jsonContent } from "../../../client/http/requestParts";
import { stringifyExactJson } from "../../../wire/json/exactJson";
import type { OperationRun } from "./operationRun";
import { present } from "../../../base/present";

/** What `POST /graphql` is sent (§4.1). */
export function writtenRun({ request, variables }: Pick<OperationRun, "request" | "variables">): WrittenRequest {
  const { query, operationName } = request;
  const given = Object.keys(variables).length > 0 ? { ...variables } : undefined;
  const text = stringifyExactJson(present({ query, variables: given, operationName }));
  return { path: "/graphql", headers: jsonContent, body: { text } };
}
