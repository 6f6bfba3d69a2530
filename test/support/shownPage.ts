import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import type { Uri, Webview } from "vscode";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "../../scripts/browser.mjs";
import { PageRequestHandler, type PageRequestHandlers } from "../../src/bridge/pageRequestHandler";
import { pageAsks, type PageCalls, type PageNotices } from "../../src/bridge/contractPage";
import { pageHtml, type PageParts } from "../../src/host/pageHtml";

/** The window that the page is in and its language, what it saved in an earlier life, and whether its script can be loaded. */
export interface ShownPageOptions {
  width?: number;
  height?: number;
  saved?: unknown;
  hasScript?: boolean;
  language?: PageParts["language"];
}

const root = resolve(__dirname, "../..");
let browser: Promise<Browser> | undefined;
let script: Promise<string> | undefined;

/** The contract page's own code in a browser, without an editor around it; who answers it is the test's to say. */
export class ShownPage {
  /** What the page saved last, as an editor keeps it. */
  saved: unknown;

  private constructor(
    readonly page: Page,
    readonly notify: PageRequestHandler<PageCalls, PageNotices>["notify"],
  ) {}

  static async open(
    answers: PageRequestHandlers<PageCalls>,
    { width = 1280, height = 800, saved, hasScript = true, language }: ShownPageOptions = {},
  ): Promise<ShownPage> {
    browser ??= launchBrowser();
    const page = await (await browser).newPage({ viewport: { width, height } });
    page.setDefaultTimeout(20_000);
    const post = (message: unknown) => {
      const script = `postMessage(${JSON.stringify(message)}, "*")`;
      // It may be on its way when the page is closed.
      if (!page.isClosed()) void page.evaluate(script).catch(() => undefined);
    };
    const failureOf = (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) });
    const answerer = new PageRequestHandler<PageCalls, PageNotices>(post, pageAsks, answers, failureOf);
    const shown = new ShownPage(page, answerer.notify.bind(answerer));
    shown.saved = saved;
    await page.exposeFunction("fromPage", (message: unknown) => void answerer.receive(message));
    await page.exposeFunction("keep", (state: unknown) => (shown.saved = state));
    await page.addInitScript(editorFor(saved));
    await page.route(`${address}**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/page.js" && !hasScript) return route.abort();
      await route.fulfill(await partOf(pathname, language));
    });
    await page.goto(address);
    return shown;
  }

  get send(): Locator {
    return this.page.getByRole("button", { name: /^(Send|Sending…|Receiving…)$/ });
  }

  get result(): Locator {
    return this.page.getByRole("region", { name: "Result" });
  }

  box(label: string): Locator {
    return this.page.getByRole("textbox", { name: new RegExp(`^${label}`) }).first();
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** The label of what has the focus. */
  async focused(): Promise<string> {
    const label = "(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent ?? ''";
    return this.page.evaluate<string>(label);
  }

  /** Picks a function of the contract that is shown. */
  async pick(fn: string): Promise<void> {
    await this.page
      .getByRole("listbox", { name: "Functions" })
      .getByRole("option", { name: new RegExp(`^${fn}\\b`) })
      .click();
    await this.page.getByRole("heading", { name: new RegExp(`\\.${fn}$`) }).waitFor();
  }
}

const address = "https://page.example/";

/** The document as an editor would be given it, its script and its style. */
async function partOf(
  pathname: string,
  language: PageParts["language"],
): Promise<{ contentType: string; body: string }> {
  if (pathname === "/page.js") return { contentType: "text/javascript", body: await (script ??= bundle()) };
  const style = join(root, "media/contractPanel.css");
  if (pathname === "/page.css") return { contentType: "text/css", body: await readFile(style, "utf8") };
  const webview = { asWebviewUri: (uri: Uri) => uri } as Webview;
  const at = (name: string) => `${address}${name}` as unknown as Uri;
  const parts = { title: "Contract call", script: at("page.js"), style: at("page.css") };
  const body = pageHtml(webview, { ...parts, ...(language && { language }) });
  return { contentType: "text/html", body };
}

after(async () => (await browser)?.close());

async function bundle(): Promise<string> {
  const built = await build({
    entryPoints: [join(root, "src/webview/main.ts")],
    ...{ bundle: true, write: false, platform: "browser", format: "iife", target: "es2022" },
    tsconfig: join(root, "src/webview/tsconfig.json"),
  });
  return built.outputFiles[0]?.text ?? "";
}

/** What an editor gives a page to speak by. */
function editorFor(saved: unknown): string {
  return `acquireVsCodeApi = () => ({ postMessage: fromPage, setState: keep, getState: () => (${JSON.stringify(saved) ?? "undefined"}) });`;
}
