import "./displayLanguage"; // before all that has texts
import { t } from "../base/translate";
import { messageOf } from "../base/words";
import { ContractPage } from "./contractPage";
import type { SavedPage } from "./pageState";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: SavedPage): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
document.getElementById("loading")?.remove();
const page = new ContractPage(
  {
    post: (message) => vscode.postMessage(message),
    listen: (receive) => window.addEventListener("message", ({ data }) => receive(data)),
    load: () => vscode.getState(),
    save: (state) => vscode.setState(state),
  },
  document.body,
);
page.start().catch((error: unknown) => {
  const message = messageOf(error);
  document.body.replaceChildren(t`The page could not start: ${message}`);
});
