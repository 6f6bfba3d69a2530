import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { limits } from "../../wire/limits";
import type { ExplorerNode } from "./model/rows/explorerNode";
import type { RowView } from "./model/rows/rowView";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** A row's picture as the editor wants it. */
export function explorerItem(node: ExplorerNode, id: string, view: RowView): vscode.TreeItem {
  const { label, description = "", icon, iconColour, opens, press } = view;
  const item = new vscode.TreeItem(label, opens === "open" ? Expanded : opens === "closed" ? Collapsed : None);
  // It is kept by the window for each row, and may hold a name of any length.
  item.id = id.length > limits.wordsCharacters ? createHash("sha256").update(id).digest("hex") : id;
  item.description = description;
  if (typeof view.tooltip !== "function") item.tooltip = tooltipOf(view);
  item.contextValue = view.context ?? node.kind;
  item.accessibilityInformation = { label: description ? `${label}, ${description}` : label };
  if (icon) item.iconPath = themeIcon(icon, iconColour);
  // A row stays in this process: the window's own commands are sent what they are given, and a row cannot be sent.
  if (press) item.command = { ...press, arguments: press.command.startsWith("chainscope.") ? [node] : [] };
  return item;
}

const icons = new Map<string, vscode.ThemeIcon>();

/** The same object for the same icon, since thousands of rows share one. */
function themeIcon(icon: string, colour = ""): vscode.ThemeIcon {
  const key = `${icon} ${colour}`;
  const known = icons.get(key);
  if (known) return known;
  const made = new vscode.ThemeIcon(icon, colour ? new vscode.ThemeColor(colour) : undefined);
  icons.set(key, made);
  return made;
}

/** The text of a row's hover: always plain. */
export function tooltipOf({ label, tooltip = label }: RowView): string {
  return typeof tooltip === "function" ? tooltip() : tooltip;
}
