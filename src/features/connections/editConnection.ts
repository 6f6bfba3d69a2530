import * as vscode from "vscode";
import { t } from "../../base/translate";
import { checkVersionRequirement } from "../../client/http/nodeVersion";
import { parseEndpoint } from "../../client/http/endpoint";
import { inputStep, pickStep } from "../../host/guidedSteps";
import { failureLine } from "../../client/failures/failureWords";
import type { ConnectionSetting } from "../../host/settings";
import { addressProblem, nameProblem } from "./addConnection";
import { limits } from "../../wire/limits";
import { mostEventMiB, roles } from "./connectionEntry";

/** A field of a connection that is edited as one line of text. */
interface TextField {
  key: "name" | "url" | "prefix" | "proverUrl" | "version" | "caFile" | "timeoutSeconds" | "maxEventMiB";
  label: string;
  /** What an empty field means. */
  otherwise: string;
  prompt: string;
  problem(text: string, entry: ConnectionSetting, names: readonly string[]): string | undefined;
}

interface EditItem extends vscode.QuickPickItem {
  /** Resolves to the changed entry, or to undefined when nothing changed. */
  edit(): Promise<ConnectionSetting | undefined>;
  /** There is nothing to go on with. */
  isLast?: boolean;
}

/** What editing can hand over to. */
export interface EditingNeeds {
  /** Names that other connections have. */
  names: readonly string[];
  save(entry: ConnectionSetting): Promise<void>;
  test(): Promise<void>;
  duplicate(): Promise<void>;
  remove(): Promise<void>;
  editSecrets(): Promise<void>;
  openSettings(): Promise<void>;
}

/** Edits a connection in place, field by field; each change is saved at once and the list of fields comes back. */
export async function editConnection(entry: ConnectionSetting, needs: EditingNeeds): Promise<void> {
  let current = entry;
  for (;;) {
    const items = [...fieldItems(current, needs.names), ...actionItems(current, needs)];
    const title = t`Edit Connection ${current.name}`;
    const outcome = await pickStep({ title, back: false, placeholder: t`What to change`, items });
    if (typeof outcome === "string") return;
    const changed = await outcome.value.edit();
    if (outcome.value.isLast) return;
    if (!changed) continue;
    await needs.save(changed);
    current = changed;
  }
}

const textFields: readonly TextField[] = [
  {
    ...{ key: "name", label: t`Name`, otherwise: "", prompt: t`Name of the connection` },
    problem: (text, _entry, names) => nameProblem(text, names),
  },
  {
    ...{
      key: "url",
      label: t`Address`,
      otherwise: "",
      prompt: t`Address of the node, with its path prefix if it has one`,
    },
    problem: (text) => (text.includes("@") ? t`Keep credentials as a secret header.` : addressProblem(text)),
  },
  {
    ...{
      key: "prefix",
      label: t`Identifier prefix`,
      otherwise: "Node",
      prompt: t`What the node's header names begin with`,
    },
    problem: (text, { url }) => sentenceOfFailure(() => parseEndpoint(url, text || "Node")),
  },
  {
    ...{ key: "proverUrl", label: t`Prover`, otherwise: t`the node itself`, prompt: t`Address of the prover` },
    problem: (text) => (text ? addressProblem(text) : undefined),
  },
  {
    ...{
      key: "version",
      label: t`Version requirement`,
      otherwise: t`none`,
      prompt: t`Versions to accept, such as ^1.2`,
    },
    problem: (text) => (text ? sentenceOfFailure(() => checkVersionRequirement(text)) : undefined),
  },
  {
    ...{
      key: "caFile",
      label: t`Certificate file`,
      otherwise: t`none`,
      prompt: t`File with certificates (PEM) to trust`,
    },
    problem: () => undefined,
  },
  {
    ...{
      key: "timeoutSeconds",
      label: t`Time limit`,
      otherwise: t`the general setting`,
      prompt: t`Seconds per request`,
    },
    problem: (text) =>
      text === "" || (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3600)
        ? undefined
        : t`Write whole seconds, from 1 to 3600.`,
  },
  {
    ...{ key: "maxEventMiB", label: t`Largest event`, otherwise: String(limits.eventBytes / 1024 ** 2), prompt: "MiB" },
    problem: (text) =>
      text === "" || (/^[1-9]\d?$/.test(text) && Number(text) <= mostEventMiB)
        ? undefined
        : t`Write whole MiB, from 1 to ${mostEventMiB}.`,
  },
];

function fieldItems(entry: ConnectionSetting, names: readonly string[]): EditItem[] {
  return [
    ...textFields.map((field) => ({
      label: field.label,
      description: String(entry[field.key] ?? field.otherwise),
      edit: () => editText(entry, field, names),
    })),
    { label: t`Used for`, description: entry.role ?? "development", edit: () => editRole(entry) },
    switchItem(entry, "strictVersion", t`Strict version check`, t`compares pre-release tags as well`),
    switchItem(entry, "insecureTls", t`Accept any certificate`, t`the node's identity is not checked`),
  ];
}

function actionItems({ signer }: ConnectionSetting, needs: EditingNeeds): EditItem[] {
  const action = (label: string, icon: string, run: () => Promise<void>): EditItem => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    edit: async () => {
      await run();
      return undefined;
    },
  });
  return [
    { label: "", kind: vscode.QuickPickItemKind.Separator, edit: () => Promise.resolve(undefined) },
    action(t`Secret headers…`, "key", () => needs.editSecrets()),
    action(t`Test the connection`, "debug-start", () => needs.test()),
    action(t`Duplicate…`, "copy", () => needs.duplicate()),
    { ...action(t`Remove`, "trash", () => needs.remove()), isLast: true },
    { ...action(t`Signer…`, "edit", () => needs.openSettings()), description: signer?.command ?? "none", isLast: true },
    action("Open settings.json", "settings", () => needs.openSettings()),
  ];
}

function switchItem(
  entry: ConnectionSetting,
  key: "strictVersion" | "insecureTls",
  label: string,
  meaning: string,
): EditItem {
  const on = entry[key] === true;
  const { [key]: _old, ...rest } = entry;
  const changed: ConnectionSetting = on ? rest : { ...entry, [key]: true };
  return {
    label,
    description: `${on ? "on" : "off"}: ${on ? meaning : t`if on, ${meaning}`}`,
    edit: () => Promise.resolve(changed),
  };
}

async function editText(entry: ConnectionSetting, field: TextField, names: readonly string[]) {
  const { key, prompt, label, otherwise } = field;
  const outcome = await inputStep({
    ...{ title: `${entry.name}: ${label}`, back: true, prompt, placeholder: otherwise },
    value: String(entry[key] ?? ""),
    check: (text) => field.problem(text.trim(), entry, names),
  });
  if (typeof outcome === "string") return undefined;
  const { [key]: _old, ...rest } = entry;
  if (outcome.value === "") return rest as ConnectionSetting;
  return { ...entry, [key]: key === "timeoutSeconds" || key === "maxEventMiB" ? Number(outcome.value) : outcome.value };
}

async function editRole(entry: ConnectionSetting): Promise<ConnectionSetting | undefined> {
  const items = roles.map((role) => ({
    label: role,
    description: role === "production" ? t`marked in the status bar` : "",
  }));
  const outcome = await pickStep({
    title: t`${entry.name}: Used for`,
    back: true,
    placeholder: t`What the node is used for`,
    items,
  });
  const role = typeof outcome === "string" ? undefined : roles.find((each) => each === outcome.value.label);
  return role && { ...entry, role };
}

function sentenceOfFailure(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return failureLine(error);
  }
}
