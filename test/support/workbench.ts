import type { Browser, Frame, Page } from "playwright-core";
import { launchBrowser } from "../../scripts/browser.mjs";
import { startHostServer } from "../../scripts/hostServer.mjs";
import type { HostServer, WindowOptions } from "../../scripts/hostServer.mjs";
import type { HostName } from "../../scripts/hosts.mjs";
import { Editor } from "./editor";
import { Notifications } from "./notifications";
import { OutputPanel } from "./outputPanel";
import { QuickInput } from "./quickInput";
import { Screen } from "./screen";
import { SideBar } from "./sideBar";
import { StatusBar } from "./statusBar";

export interface WorkbenchOptions extends WindowOptions {
  host: HostName;
  /** Begins the names of failure screenshots. */
  name: string;
  settings?: Record<string, unknown>;
  /** Packaged extensions to install first. */
  vsix?: string[];
  env?: Record<string, string>;
  size?: { width: number; height: number };
  /** The display language that extensions see; the editor's own texts stay English. */
  language?: string;
}

const themes = {
  dark: { name: "Default Dark Modern", sign: ".monaco-workbench.vs-dark" },
  light: { name: "Default Light Modern", sign: ".monaco-workbench.vs" },
  "high-contrast": { name: "Default High Contrast", sign: ".monaco-workbench.hc-black" },
  "high-contrast-light": { name: "Default High Contrast Light", sign: ".monaco-workbench.hc-light" },
} as const;

/** Runs in the page before the editor, which takes its language from here: no script of its own changes it. */
function languageScript(language: string): string {
  return `Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", { get: () => ${JSON.stringify(language)}, set() {} });`;
}

/** Runs in the page: every value of the window's databases as one text. */
const readStored = `(async () => {
  const opened = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const texts = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db")) continue;
    const database = await opened(indexedDB.open(name));
    const values = await opened(database.transaction("ItemTable").objectStore("ItemTable").getAll());
    texts.push(...values.map(String));
    database.close();
  }
  return texts.join("\\n");
})()`;

/** A whole VS Code window in a browser without a screen, used as a person would: by what is visible, clicks and keys. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly sideBar: SideBar;
  readonly editor: Editor;
  readonly output: OutputPanel;
  readonly notifications: Notifications;
  readonly statusBar: StatusBar;
  /** Errors that the page wrote to its console. */
  readonly consoleErrors: string[] = [];

  private constructor(
    readonly server: HostServer,
    private readonly browser: Browser,
    readonly screen: Screen,
    private settings: Record<string, unknown>,
  ) {
    this.quickInput = new QuickInput(screen);
    this.sideBar = new SideBar(screen);
    this.editor = new Editor(screen, this.quickInput);
    this.output = new OutputPanel(screen, this.quickInput);
    this.notifications = new Notifications(screen);
    this.statusBar = new StatusBar(screen);
    this.page.on("console", (message) => {
      if (message.type() === "error") this.consoleErrors.push(message.text());
    });
  }

  /** Starts a server of the host and opens its window; `close` ends both. */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const server = await startHostServer(options);
    const browser = await launchBrowser().catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    const page = await browser.newPage({ viewport: options.size ?? { width: 1280, height: 800 } });
    // The loader of the tests wraps named functions in calls of this; functions evaluated in the page need it there.
    await page.addInitScript("globalThis.__name = (named) => named;");
    if (options.language) await page.addInitScript(languageScript(options.language));
    const workbench = new Workbench(server, browser, new Screen(page, options.name), options.settings ?? {});
    try {
      await page.goto(server.windowUrl(options));
      await workbench.untilReady();
    } catch (error) {
      await workbench.close();
      throw new Error(`The window did not open.\n${server.log().slice(-2000)}`, { cause: error });
    }
    return workbench;
  }

  get page(): Page {
    return this.screen.page;
  }

  /** Runs the command with exactly this title, category included, through the command palette. */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  /** Loads the window again, as after closing and opening it. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.untilReady();
  }

  /** Changes settings of the user in the running window; `undefined` takes one back. */
  async changeSettings(changed: Record<string, unknown>): Promise<void> {
    this.settings = { ...this.settings, ...changed };
    await this.server.writeSettings(this.settings);
  }

  /** Shows the window in another colour theme. */
  async useTheme(theme: keyof typeof themes): Promise<void> {
    const { name, sign } = themes[theme];
    await this.changeSettings({ "workbench.colorTheme": name });
    await this.screen.appears(sign, `the theme ${name}`);
  }

  /** The document of a webview in which the selector finds something; the webview must be in sight. */
  async webview(selector: string): Promise<Frame> {
    const found = await this.screen.eventually(
      `a webview with ${selector}`,
      async () => {
        for (const frame of this.page.frames()) {
          if (frame.url().includes("fake.html") && (await frame.locator(selector).count()) > 0) return { frame };
        }
        return { frames: this.page.frames().map((frame) => frame.url()) };
      },
      (seen) => "frame" in seen,
    );
    return (found as { frame: Frame }).frame;
  }

  /**
   * Waits until what the window has written down, editors' states and extensions' memories, satisfies the condition, and
   * returns it: what is not written yet would be lost by a reload.
   */
  async untilStored(what: string, accept: (stored: string) => boolean): Promise<string> {
    return this.screen.eventually(what, () => this.page.evaluate<string>(readStored), accept);
  }

  /** Loads the window again as a person does, which lets it write down its state first. */
  async reloadByCommand(): Promise<void> {
    const loaded = this.page.waitForEvent("load");
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.untilReady();
  }

  /** Saves a picture of the window as `.screenshots/<name>.png`. */
  async screenshot(name: string): Promise<string> {
    return this.screen.screenshot(name);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }

  private async untilReady(): Promise<void> {
    await this.screen.appears(".monaco-workbench .part.statusbar", "the window of VS Code", 60_000);
    await this.screen.appears(".activitybar .action-item", "the activity bar", 60_000);
  }
}
