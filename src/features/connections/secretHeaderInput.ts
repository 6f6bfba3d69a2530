import { t } from "../../base/translate";
import type { SecretReason } from "./model/secretHeaders";
import type { ConnectionConfig } from "../../client/connectionConfig";
import { headerNameProblem, headerProblem } from "../../client/http/requestHeaders";
import { showInputBox } from "../../host/inputBoxes";
import { showQuickPick } from "../../host/quickPicks";

const another = t`Another header…`;

/** What a person decided about the secret headers of a connection. */
export type SecretHeaderChange = { header: string; value: string } | { header: string; removed: true };

/** Asks which secret header to set or remove, and for its value, which is never shown. */
export async function askSecretHeader(config: ConnectionConfig): Promise<SecretHeaderChange | undefined> {
  const title = t`Secret Header of ${config.name}`;
  const known = config.secretHeaders ?? [];
  const items = [
    ...known.map((header) => ({ label: header, description: t`set another value`, header, remove: false })),
    ...known.map((header) => ({ label: t`Remove ${header}`, description: "", header, remove: true })),
    { label: another, description: t`sent with every request to this node`, header: "", remove: false },
  ];
  const picked = known.length ? await showQuickPick(items, { title }) : items.at(-1);
  if (!picked) return undefined;
  if (picked.remove) return { header: picked.header, removed: true };
  const header = picked.header || (await askName(title));
  const value = header && (await askSecretValue(config, header));
  return header && value ? { header, value } : undefined;
}

const reasons: Readonly<Record<SecretReason, string>> = {
  set: "",
  missing: t`The secret storage holds none. `,
  weaker: t`The connection's certificates or proxy have changed since it was given. `,
};

/** Asks for a secret value; what is typed is not shown. */
export function askSecretValue(
  { name }: ConnectionConfig,
  header: string,
  why: SecretReason = "set",
): Thenable<string | undefined> {
  return showInputBox({
    title: t`Secret Header of ${name}`,
    prompt: t`${reasons[why]}Value of the header ${header}, kept in the editor's secret storage`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (value ? headerProblem(header, value) : undefined),
  });
}

function askName(title: string): Thenable<string | undefined> {
  return showInputBox({
    title,
    prompt: t`Name of the header`,
    value: "Authorization",
    ignoreFocusOut: true,
    validateInput: headerNameProblem,
  });
}
