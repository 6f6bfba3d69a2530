import * as vscode from "vscode";
import { parseEndpoint } from "../../client/http/endpoint";
import { proxyFromEditor, type ProxySettings } from "../../client/http/proxySettings";

/** The settings of the editor itself that `nodeProxy` reads. */
export const proxySettingKeys = [
  "http.proxy",
  "http.noProxy",
  "http.proxySupport",
  "http.proxyStrictSSL",
  "http.proxyAuthorization",
];

/** The proxy by which a node is to be reached, as the editor's settings and the environment say. */
export function nodeProxy(address: string): ProxySettings | undefined {
  const http = vscode.workspace.getConfiguration("http");
  const authorization = http.get<string | null>("proxyAuthorization");
  const editor = {
    url: http.get<string>("proxy") ?? "",
    noProxy: http.get<string[]>("noProxy") ?? [],
    off: http.get<string>("proxySupport") === "off",
    strictSsl: http.get<boolean>("proxyStrictSSL") ?? true,
    ...(authorization && { authorization }),
  };
  const url = urlOf(address);
  return url && proxyFromEditor(url, editor, process.env);
}

/** An address that is none needs no proxy; what is wrong with it is said when it is used. */
function urlOf(address: string): URL | undefined {
  try {
    return parseEndpoint(address).httpUrl("/");
  } catch {
    return undefined;
  }
}
