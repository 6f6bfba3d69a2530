import * as vscode from "vscode";
import { signalOf } from "../../host/cancellation";
import { setContextKey } from "../../host/contextKeys";
import { shownText, words } from "../../host/words";
import { askedFirst } from "./model/askedFirst";
import { toolNames, type ToolName, type ToolNeeds } from "./model/tool";

/** What a language model may ask of a node: six tools that read, and none that sends. What they do is loaded on use. */
export function registerAgentTools(needs: ToolNeeds): vscode.Disposable {
  // Editors that are made of VS Code may lack it.
  const lm = vscode.lm as typeof vscode.lm | undefined;
  if (typeof lm?.registerTool !== "function") return vscode.Disposable.from();
  const { connections } = needs;
  const update = () => setContextKey("chainscope.agentTools", vscode.workspace.isTrusted && connections.all.length > 0);
  update();
  return vscode.Disposable.from(
    ...toolNames.map((name) => lm.registerTool(name, toolOf(name, needs))),
    connections.onChange(({ kind }) => kind === "set" && update()),
    vscode.workspace.onDidGrantWorkspaceTrust(update),
  );
}

function toolOf(name: ToolName, needs: ToolNeeds): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation({ input }) {
      const { action, on, isProduction } = askedFirst(name, needs.connections, input);
      const invocationMessage = shownText(on === undefined ? words`${action}` : words`${action} on ${on}`);
      if (!isProduction) return { invocationMessage };
      const title = shownText(words`Let a language model ask the production node ${on ?? ""}?`);
      const message = shownText(words`${action}. This reads, and changes nothing.`);
      return { invocationMessage, confirmationMessages: { title, message } };
    },
    async invoke({ input }, token) {
      const { invokeTool } = await import("./model/invokeTool");
      const text = await invokeTool(name, needs, input, signalOf(token), vscode.workspace.isTrusted);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}
