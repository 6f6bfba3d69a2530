import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { ConnectionRole } from "../../client/connectionConfig";
import { splitCredentials } from "../../client/http/credentials";
import { parseEndpoint } from "../../client/http/endpoint";
import type { FoundNode } from "../../client/probeNode";
import { inputStep, pickStep, type StepOutcome } from "../../host/guidedSteps";
import { failureLine } from "../../client/failures/failureWords";
import type { ConnectionSetting } from "../../host/settings";
import { freeName } from "../../client/connectionConfig";
import { setStatusBarMessage } from "../../host/messages";
import { limits } from "../../wire/limits";
import { shortWords } from "../../wire/shortWords";
import { foundLines } from "./model/foundWords";

/** What adding a connection needs to ask and to know. */
export interface AddingNeeds {
  /** Looks at an address; `authorization` is a secret header's value. */
  probe(address: string, authorization: string | undefined, signal: AbortSignal): Promise<FoundNode>;
  /** Names that are taken. */
  names: readonly string[];
}

/** A connection that a person described and whose node answered. */
export interface NewConnection {
  entry: ConnectionSetting;
  /** Value of the header that the address's user name and password became. */
  authorization: string | undefined;
}

interface Draft {
  address: string;
  authorization?: string | undefined;
  found?: FoundNode;
  role?: ConnectionRole;
}

const title = t`Connect to a Node`;
const saidMs = 4000;

/**
 * Asks for an address until a node answers there, shows what was found, and asks for a name; every step leads back to
 * the one before. Resolves to `undefined` when the person gives up.
 */
export async function askForConnection(needs: AddingNeeds): Promise<NewConnection | undefined> {
  const draft: Draft = { address: "" };
  for (let step = 1; ;) {
    const outcome: StepOutcome<string> =
      step === 1 ? await askAddress(draft, needs) : step === 2 ? await showFound(draft) : await askName(draft, needs);
    if (outcome === "cancelled") return undefined;
    if (outcome === "back") step--;
    else if (step === 3) return newConnection(draft, outcome.value);
    else step++;
  }
}

/** What is wrong with an address as typed; undefined when a node could be there. */
export function addressProblem(text: string): string | undefined {
  try {
    parseEndpoint(splitCredentials(text).address);
    return undefined;
  } catch (error) {
    return failureLine(error);
  }
}

function askAddress(draft: Draft, needs: AddingNeeds): Promise<StepOutcome<string>> {
  return inputStep({
    ...{ title, step: 1, of: 3, back: false },
    value: draft.address,
    prompt: t`Address of the node, with its path prefix if it has one`,
    placeholder: "http://localhost:8080",
    check: addressProblem,
    async accept(text, signal) {
      const { address, authorization: typed } = splitCredentials(text);
      // Who comes back to this step sees the address without the credentials that were typed into it.
      const authorization = typed ?? (address === draft.address ? draft.authorization : undefined);
      try {
        draft.found = await needs.probe(address, authorization, signal);
      } catch (error) {
        return failureLine(error);
      }
      draft.address = address;
      draft.authorization = authorization;
      return undefined;
    },
  });
}

interface FoundItem extends vscode.QuickPickItem {
  role?: ConnectionRole;
}

async function showFound(draft: Draft): Promise<StepOutcome<string>> {
  const use = (role: ConnectionRole, icon: string, description = ""): FoundItem => {
    const label = t`Use this node for ${role === "test" ? "testing" : role}`;
    return { label, description, role, iconPath: new vscode.ThemeIcon(icon) };
  };
  const development = use("development", "check");
  const found = draft.found ? foundLines(draft.found) : [];
  const items: FoundItem[] = [
    development,
    use("test", "beaker"),
    use("production", "warning", t`marked in the status bar`),
    { label: t`found at ${draft.found?.address}, pick a line to copy it`, kind: vscode.QuickPickItemKind.Separator },
    ...found.map(({ what, text }): FoundItem => ({ label: what, description: text })),
  ];
  for (;;) {
    const outcome = await pickStep({
      ...{ title, step: 2, of: 3, back: true },
      placeholder: t`A node answers: what is it used for?`,
      items,
      active: development,
    });
    if (typeof outcome === "string") return outcome;
    if (!outcome.value.role) {
      const line = `${outcome.value.label}: ${outcome.value.description}`;
      await vscode.env.clipboard.writeText(line);
      setStatusBarMessage(t`Copied “${shortWords(line, limits.titleCharacters)}”.`, saidMs);
      continue;
    }
    draft.role = outcome.value.role;
    return { value: draft.role };
  }
}

function askName({ found }: Draft, { names }: AddingNeeds): Promise<StepOutcome<string>> {
  return inputStep({
    ...{ title, step: 3, of: 3, back: true },
    value: freeName(found ? new URL(found.address).host : "Node", names),
    prompt: t`Name of the connection, as it is shown on results and event lines`,
    check: (name) => nameProblem(name, names),
  });
}

/** Why a connection cannot have this name; undefined when it can. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name.trim() === "") return t`A connection needs a name.`;
  return taken.includes(name.trim()) ? t`There is a connection named ${name.trim()} already.` : undefined;
}

function newConnection({ found, role, authorization }: Draft, name: string): NewConnection {
  const entry: ConnectionSetting = {
    name,
    url: found?.address ?? "",
    ...(found?.prefix && { prefix: found.prefix }),
    ...(role && role !== "development" && { role }),
    ...(authorization && { secretHeaders: ["Authorization"] }),
  };
  return { entry, authorization };
}
