import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import { meantConnection, type MeantConnection } from "../../client/meantConnection";
import { knownContracts } from "../../contract/schema/knownContracts";
import { showOpenDialog } from "../../host/dialogs";
import { QuickPick, showQuickPick } from "../../host/quickPicks";
import { exists, fileName } from "../../host/saveFile";
import { shortId } from "../../wire/ids";
import { visibleText } from "../../wire/visibleText";
import { bodyOfSelection, knownPaths, type KnownPath } from "./model/knownPaths";
import { requestFileEnding, requestFileText, targetOf, type RequestBody, type RequestFile } from "./model/requestFile";
import { sendAndShow, type RouteContext } from "./routeContext";

/** To whom a request goes, and what it carries; what is missing is asked. */
interface Argument extends MeantConnection {
  path?: string;
  body?: RequestBody | "none";
}

/** Sends a request to any target of a node: a path that is typed or chosen, then its body. */
export async function sendRequest(context: RouteContext, argument: unknown): Promise<void> {
  // The menu of an editor brings its address, which has a path as well.
  const { path: given, body: carried, ...meant } = argument instanceof vscode.Uri ? {} : ((argument ?? {}) as Argument);
  const connection = meantConnection(context.connections, meant);
  const path = given ?? (await pickPath(connection));
  if (path === undefined) return;
  targetOf({ path });
  const body = carried === "none" ? "none" : (carried ?? (await pickBody(path)));
  if (body === "write")
    await writeRequest({ connection: connection.name, path, session: false, body: { json: "null" } });
  else if (body) await sendAndShow(context, connection, { path, session: false, ...(body !== "none" && { body }) });
}

interface PathItem extends vscode.QuickPickItem {
  path?: string;
}

/** Asks for a path; one that lacks an id is completed in the box. */
function pickPath(connection: Connection): Promise<string | undefined> {
  const pick = new QuickPick<PathItem>(
    t`Send Request${onNode(connection.config)}`,
    t`Path, such as /on/node/info; or a part of one that is known`,
    { matchOnDescription: true },
  );
  const known = knownPaths(knownContracts(connection.config.contracts)).map(pathItem);
  const offer = (text: string) => {
    pick.items = text.trim() === "" ? known : [typedItem(text.trim()), ...known];
  };
  offer("");
  pick.onDidChangeValue(offer);
  return new Promise((resolve) => {
    let chosen: string | undefined;
    pick.onDidAccept(() => {
      const path = pick.selectedItems[0]?.path;
      if (path?.includes("<")) {
        pick.value = path;
        offer(path);
      } else if (path !== undefined) {
        chosen = path;
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(chosen);
    });
    pick.show();
  });
}

/** What a contract is called stands beside its path, for which the whole of an id leaves no room. */
function pathItem({ path, about }: KnownPath): PathItem {
  return { label: path.replace(/[0-9a-f]{64}/, shortId), description: about, path };
}

function typedItem(text: string): PathItem {
  const path = text.startsWith("/") ? text : `/on/${text}`;
  try {
    targetOf({ path });
    return { label: t`Send to ${path}`, path, alwaysShow: true };
  } catch (error) {
    return { label: path, description: (error as Error).message, alwaysShow: true };
  }
}

interface BodyItem extends vscode.QuickPickItem {
  body: () => Promise<RequestBody | "none" | "write" | undefined>;
}

/** Asks what a request carries: nothing, what is selected, a file, or what is written in a request file. */
async function pickBody(path: string): Promise<RequestBody | "none" | "write" | undefined> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? "";
  const ofSelection = selected === "" ? undefined : bodyOfSelection(selected);
  const items: BodyItem[] = [
    { label: t`No body`, body: () => Promise.resolve("none") },
    ...(ofSelection
      ? [
          {
            label: t`The selection, as ${Object.keys(ofSelection)[0]}`,
            description: visibleText(selected.slice(0, 60)),
            body: () => Promise.resolve(ofSelection),
          },
        ]
      : []),
    { label: t`The bytes of a file…`, body: askFile },
    {
      label: t`Write the request…`,
      description: t`body, content type, headers and session, in a file`,
      body: () => Promise.resolve("write"),
    },
  ];
  return (await showQuickPick(items, { title: path, placeHolder: t`What to send` }))?.body();
}

async function askFile(): Promise<RequestBody | undefined> {
  const file = await showOpenDialog({ title: t`Send the Bytes of a File`, openLabel: t`Send` });
  return file && { file: fileName(file) };
}

/** Opens a request to be written on, in a file that no one has saved yet. */
async function writeRequest(file: RequestFile): Promise<void> {
  const uri = await freeName(targetOf(file).topic?.replace(/[^\w.-]+/g, "_") ?? "");
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), requestFileText(file));
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document);
}

/** Where a request file would be that is neither there nor being written. */
async function freeName(name: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (let at = 1; ; at++) {
    const path = `${name}${at > 1 ? `-${at}` : ""}${requestFileEnding}`;
    const file = folder && vscode.Uri.joinPath(folder, path);
    const uri = file?.with({ scheme: "untitled" }) ?? vscode.Uri.parse(`untitled:${path}`);
    const isOpen = vscode.workspace.textDocuments.some((each) => each.uri.path === uri.path);
    if (!isOpen && !(file && (await exists(file)))) return uri;
  }
}
