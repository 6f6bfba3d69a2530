import type { ConnectionConfig } from "../../../client/connectionConfig";
import { parseEndpoint } from "../../../client/endpoint";
import { stringifyExactJson } from "../../../wire/exactJson";
import type { PlainRequest } from "../../../wire/requestCode";
import type { OperationRun } from "./operationRun";

/** What `POST /graphql` is sent (§4.1). A header whose value is a secret stands there with a placeholder. */
export function plainRequest(
  { request, variables }: Pick<OperationRun, "request" | "variables">,
  { url, prefix, version, secretHeaders = [] }: ConnectionConfig,
): PlainRequest {
  const endpoint = parseEndpoint(url, prefix);
  const { query, operationName } = request;
  const json = stringifyExactJson({
    query,
    ...(Object.keys(variables).length > 0 && { variables: { ...variables } }),
    ...(operationName !== undefined && { operationName }),
  });
  const secrets = secretHeaders.map((name) => [name, `YOUR-${name.toUpperCase()}`]);
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    ...(version && { [endpoint.headerName("Version")]: version.requirement }),
    ...(Object.fromEntries(secrets) as Record<string, string>),
  };
  return { url: endpoint.httpUrl("/graphql").href, headers, body: { json } };
}
