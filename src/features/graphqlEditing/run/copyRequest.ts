import * as vscode from "vscode";
import { parseEndpoint } from "../../../client/endpoint";
import type { ConnectionConfig } from "../../../client/connectionConfig";
import { stringifyExactJson } from "../../../wire/exactJson";
import { codeKinds, isCodeKind, requestCode, type PlainRequest } from "../../../wire/requestCode";
import type { OperationRun } from "./operationRun";

/** Puts a run on the clipboard as a command, or as code that sends the same request; asks which. */
export async function copyRequest(run: OperationRun): Promise<void> {
  const kind = await vscode.window.showQuickPick(codeKinds, { title: "Copy the Operation as" });
  if (!isCodeKind(kind)) return;
  await vscode.env.clipboard.writeText(requestCode(kind, requestOf(run, run.connection.config)));
  void vscode.window.setStatusBarMessage(`Copied as ${kind}`, 4000);
}

/** What `POST /graphql` is sent (§4.1). A header whose value is a secret stands there with a placeholder. */
export function requestOf(
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
