import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { startSandbox, type Sandbox, type SandboxOptions } from "./startSandbox";
import { Workbench, type WorkbenchOptions } from "./workbench";

const root = resolve(__dirname, "../..");

/** What a file of UI tests works with. */
export interface OpenedWindow {
  vscode: Workbench;
  /** The node that was asked for; nothing where none was. */
  sandbox: Sandbox;
  /** A folder of its own, in which all files of the tests are. */
  folder: string;
}

export interface InWindowOptions extends Partial<Omit<WorkbenchOptions, "name" | "folder" | "settings" | "vsix">> {
  /** Begins the names of failure screenshots. */
  name: string;
  /** How the sandbox node is started; without it there is none. */
  sandbox?: SandboxOptions;
  /** Where in the folder the sample workspace is put: "." for the folder itself. */
  samples?: string;
  /** Texts by their paths in the folder; objects are written as JSON. */
  files?: (opened: Omit<OpenedWindow, "vscode">) => Record<string, string | object>;
  /** What of the folder is opened, if not all of it: a folder or a workspace file in it. */
  opens?: string;
  /** Files of packaged extensions to install first. */
  vsix?: (opened: Omit<OpenedWindow, "vscode">) => string[] | Promise<string[]>;
  /** Whether the extension is one of those, and not what is built. */
  isPackaged?: boolean;
  settings?: (opened: Omit<OpenedWindow, "vscode">) => Record<string, unknown>;
}

/**
 * Opens a window with the extension as it is built for the suite that is being described, gives it to the tests, and ends
 * it with its node and its folder after them. Its side bar shows the view of files, in the dark theme.
 */
export function inWindow(options: InWindowOptions, use: (opened: OpenedWindow) => void): void {
  const { sandbox: node, samples, files, opens = "", vsix, isPackaged, settings, ...window } = options;
  let opened: Partial<OpenedWindow> = {};

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), "chainscope-ui-"));
    opened = { folder };
    if (samples) await cp(join(root, "samples", "workspace"), join(folder, samples), { recursive: true });
    if (node) opened.sandbox = await startSandbox(node);
    const known = opened as OpenedWindow;
    for (const [path, text] of Object.entries(files?.(known) ?? {})) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof text === "string" ? text : JSON.stringify(text));
    }
    opened.vscode = await Workbench.open({
      ...{ host: "oldest", folder: join(folder, opens), settings: settings?.(known) ?? {} },
      ...(!isPackaged && { extensionDevelopmentPath: root }),
      vsix: (await vsix?.(known)) ?? [],
      ...window,
    });
    use(opened as OpenedWindow);
  });

  after(async () => {
    await opened.vscode?.close();
    await opened.sandbox?.stop();
    if (opened.folder) await rm(opened.folder, { recursive: true, force: true });
  });
}
