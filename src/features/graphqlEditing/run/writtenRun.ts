import type { WrittenRequest } from "../../../client/http/requestCode";
import { jsonContent } from "../../../client/http/requestParts";
import { stringifyExactJson } from "../../../wire/json/exactJson";
import type { OperationRun } from "./operationRun";

/** What `POST /graphql` is sent (§4.1). */
export function writtenRun({ request, variables }: Pick<OperationRun, "request" | "variables">): WrittenRequest {
  const { query, operationName } = request;
  const text = stringifyExactJson({
    query,
    ...(Object.keys(variables).length > 0 && { variables: { ...variables } }),
    ...(operationName !== undefined && { operationName }),
  });
  return { path: "/graphql", headers: jsonContent, body: { text } };
}
