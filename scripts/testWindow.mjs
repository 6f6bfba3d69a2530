// @ts-check
// A page without a screen, for tests that only need a window of VS Code to be there. What the UI tests drive theirs with
// looks at each message between a page and its server, which takes more time than all that a flood of events needs.
import { once } from "node:events";
import WebSocket from "ws";
import { provisionBrowser } from "./browser.mjs";
import { endOwned, spawnOwned } from "./ownedProcess.mjs";
import { StepError } from "./step.mjs";
import { tempFolder } from "./tempFolder.mjs";

/**
 * @typedef {object} TestWindow
 * @property {Record<string, (...args: any[]) => void>} functions what the page may call by name, with JSON values
 * @property {(what: string) => void} onFailure told once when the page cannot go on
 * @property {((text: string) => void) | undefined} [onConsole] told what is written to the page's console
 * @property {string | undefined} [script] runs in each document before its own
 * @property {number | undefined} [height] in pixels
 */

const startMs = 30_000;

/**
 * Opens an address. Anyone who opens it closes it.
 * @param {string} url
 * @param {TestWindow} options
 */
export async function openTestWindow(url, { functions, onFailure, onConsole, script = "", height = 600 }) {
  const { executable, env } = await provisionBrowser();
  const profile = await tempFolder("browser");
  const child = spawnOwned(
    executable,
    [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions"],
      ...["--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows"],
      ...["--disable-renderer-backgrounding", "--remote-debugging-port=0", `--user-data-dir=${profile.path}`],
      `--window-size=800,${height}`,
      "about:blank",
    ],
    { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const close = async () => {
    await endOwned(child);
    profile.remove();
  };
  try {
    const page = await DevTools.open(await debuggerAddress(child));
    page.on("Inspector.targetCrashed", () => onFailure("The page that shows VS Code crashed"));
    page.onEnd = () => onFailure("The browser that shows VS Code ended");
    page.on("Runtime.bindingCalled", ({ name, payload }) => functions[name]?.(...JSON.parse(payload)));
    page.on("Runtime.consoleAPICalled", ({ args }) => onConsole?.(consoleText(args)));
    page.on("Runtime.exceptionThrown", ({ exceptionDetails: { text, exception } }) =>
      onConsole?.(`${text} ${exception?.description ?? ""}`),
    );
    await page.send("Inspector.enable");
    await page.send("Runtime.enable");
    for (const name of Object.keys(functions)) await page.send("Runtime.addBinding", { name });
    await page.send("Page.enable");
    // A binding takes one text.
    const source = Object.keys(functions)
      .map((name) => `{ const send = ${name}; globalThis.${name} = (...args) => send(JSON.stringify(args)); }`)
      .join("\n");
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `${source}\n${script}` });
    await page.send("Page.navigate", { url });
    return {
      async close() {
        page.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {{ value?: unknown, description?: string }[]} args */
function consoleText(args) {
  return args.map(({ value, description }) => description ?? String(value)).join(" ");
}

/** The address at which the browser's first page can be spoken to. @param {import("node:child_process").ChildProcess} child */
async function debuggerAddress(child) {
  let log = "";
  const signal = AbortSignal.timeout(startMs);
  const port = await new Promise((resolve, reject) => {
    const fail = () =>
      reject(new StepError("The browser did not start", { output: log, remedy: "see its output above" }));
    signal.addEventListener("abort", fail, { once: true });
    child.once("error", fail).once("close", fail);
    child.stderr?.on("data", (chunk) => {
      log += chunk;
      const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(log)?.[1];
      if (found) resolve(found);
    });
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`, { signal });
    const pages = /** @type {{ type: string, webSocketDebuggerUrl: string }[]} */ (await answer.json());
    const page = pages.find(({ type }) => type === "page");
    if (page) return page.webSocketDebuggerUrl;
  }
}

/** What is said to one page by the browser's own protocol. */
class DevTools {
  /** @param {string} address */
  static async open(address) {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    await once(socket, "open");
    return new DevTools(socket);
  }

  /** @type {Map<number, { resolve(): void, reject(error: Error): void }>} */
  #asked = new Map();
  /** @type {Map<string, (params: any) => void>} */
  #listeners = new Map();
  #socket;
  #last = 0;
  /** Called when the browser ends before `end` is. @type {(() => void) | undefined} */
  onEnd;

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#receive(JSON.parse(String(data))));
    // An error is followed by the end.
    socket.on("error", () => undefined);
    socket.once("close", () => this.#ended());
  }

  /** @param {string} event @param {(params: any) => void} listener */
  on(event, listener) {
    this.#listeners.set(event, listener);
  }

  /** @param {string} method @param {object} [params] @returns {Promise<void>} */
  send(method, params = {}) {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  end() {
    this.onEnd = undefined;
    this.#socket.terminate();
  }

  #ended() {
    for (const { reject } of this.#asked.values()) reject(new Error("The browser ended"));
    this.#asked.clear();
    this.onEnd?.();
  }

  /** @param {{ id?: number, error?: { message: string }, method?: string, params?: unknown }} message */
  #receive({ id, error, method, params }) {
    if (id === undefined) return this.#listeners.get(method ?? "")?.(params);
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve();
  }
}
