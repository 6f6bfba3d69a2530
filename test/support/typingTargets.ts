import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Locator } from "playwright-core";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { CallPage } from "./callPage";
import { Workbench, type WorkbenchOptions } from "./workbench";

/** A place that a person types into. */
export interface TypingTarget {
  readonly what: string;
  open(): Promise<void>;
  /** Empties it and puts the cursor there. */
  clear(): Promise<void>;
  paste(text: string): Promise<void>;
  /** All that stands in it. */
  text(): Promise<string>;
  /** Gives it something of which page and extension have to say what is right for this round, and waits for that. */
  answers(round: number): Promise<void>;
  close?(): Promise<void>;
}

/** The window that is typed into. Its connection "Local" has the sandbox's counter under the name "Counter". */
export interface TypingWindow {
  vscode: Workbench;
  /** The folder that is open in it. */
  folder: string;
}

/** What lies in the folder: a file that is made later is not found at once. */
const files = {
  "plain.txt": "",
  "plain.json": "{}",
  "typed.gql": "",
  "rows.gql": "query Rows($last: Int!) { transactions(last: $last) { gasSpent } }\n",
  "rows.variables.json": "{}",
  "typed.call.json": "{}",
} as const;

/** Opens such a window; the palette knows our commands when it is open. */
export async function openTypingWindow(folder: string, url: string, options: Partial<WorkbenchOptions> = {}) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const vscode = await Workbench.open({
    ...{ host: "oldest", name: "typing", folder, extensionDevelopmentPath: resolve(__dirname, "../..") },
    settings: {
      // So that an editor keeps what is typed as it is.
      "editor.autoClosingBrackets": "never",
      "editor.autoClosingQuotes": "never",
      "editor.autoSurround": "never",
      "editor.acceptSuggestionOnCommitCharacter": false,
      "workbench.editor.languageDetection": false,
      "chainscope.connections": [{ name: "Local", url, contracts: [{ name: "Counter", id: contractIds.counter }] }],
    },
    ...options,
  });
  await vscode.sideBar.open("Chainscope");
  await vscode.sideBar.tree("Connections").row("Local", "Contracts");
  return vscode;
}

/** Files that none of our code reads: what the editor itself takes, and its own help for JSON. */
export function plainTargets(window: TypingWindow): TypingTarget[] {
  return (["plain.txt", "plain.json"] as const).map((name) => documentTarget(window, name, async () => undefined));
}

/** Every place of a window whose text our code reads while a person types; nothing of the window is touched before. */
export function typingTargets(window: TypingWindow): TypingTarget[] {
  return [...panelTargets(window), ...boxTargets(window), ...documentTargets(window)];
}

function panelTargets(window: TypingWindow): TypingTarget[] {
  let page: CallPage;
  const place = (
    what: string,
    open: () => Promise<unknown>,
    box: () => Locator,
    answers: TypingTarget["answers"],
  ): TypingTarget => ({
    ...{ what, answers },
    async open() {
      await window.vscode.runCommand("Chainscope: Open Contract Panel");
      page = await CallPage.shown(window.vscode);
      await open();
    },
    async clear() {
      await box().fill("");
      await box().focus();
    },
    paste: (text) => window.vscode.page.keyboard.insertText(text),
    text: () => box().inputValue(),
    // What a filter leaves out is not there for the next place.
    ...(what.includes("filter") && { close: () => box().fill("") }),
  });
  const filter = (label: string) => page.frame.getByRole("combobox", { name: label });
  const narrows = async (label: string, list: string, name: string) => {
    const options = page.frame.getByRole("listbox", { name: list }).getByRole("option").filter({ hasText: name });
    await filter(label).fill("nothing has this");
    await page.untilCount("no row of that name", options, 0);
    await filter(label).fill(name);
    await page.untilCount("its row", options, 1);
  };
  const contracts = "Filter, or paste a contract id";
  const functions = "Filter, or name a function";
  return [
    place(
      "the panel's filter of contracts",
      () => filter(contracts).waitFor(),
      () => filter(contracts),
      () => narrows(contracts, "Contracts", "Counter"),
    ),
    place(
      "the panel's filter of functions",
      () => page.openFunction("Counter", "add_many"),
      () => filter(functions),
      async () => {
        // The row of what is typed has its beginning: all of a long text would be laid out again at each key.
        const row = page.option("Functions", /^x+… \(5000 characters\)/);
        await filter(functions).fill("x".repeat(5000));
        await page.untilCount("a row with the beginning", row, 1);
        await narrows(functions, "Functions", "increment_by");
      },
    ),
    place(
      "the panel's JSON",
      async () => {
        await page.openFunction("Counter", "add_many");
        await page.tab("JSON").click();
      },
      () => page.box("Input as JSON"),
      async (round) => {
        await page.box("Input as JSON").fill(`["${round}", "1"]`);
        await page.send.click();
        await page.output((text) => text.trim() === `"${round + 1}"`);
      },
    ),
    place(
      "a field of the panel's form",
      () => page.openFunction("Counter", "increment_by"),
      () => page.box("Input u32"),
      async (round) => {
        await page.box("Input u32").fill("one");
        await page.problemAt("Input u32", (text) => text.includes("is not a whole number"));
        await page.box("Input u32").fill(String(round));
        await page.untilCount("no problem", page.frame.locator('[aria-invalid="true"]'), 0);
      },
    ),
  ];
}

function boxTargets(window: TypingWindow): TypingTarget[] {
  const place = (what: string, command: string, title: string, answers: TypingTarget["answers"]): TypingTarget => ({
    ...{ what, answers },
    async open() {
      await window.vscode.runCommand(command);
      await window.vscode.quickInput.shows(title);
    },
    clear: () => window.vscode.quickInput.type(""),
    paste: (text) => window.vscode.page.keyboard.insertText(text),
    text: async () => (await window.vscode.quickInput.read()).value,
    close: () => window.vscode.quickInput.cancel(),
  });
  return [
    place("the box for what to tail", "Chainscope: Tail Events…", "What to tail", async (round) => {
      const { quickInput, screen } = window.vscode;
      const target = `contracts:${contractIds.counter}/event${round}`;
      await quickInput.type(target);
      await screen.eventually(
        "its target",
        async () => (await quickInput.items()).map(({ label }) => label),
        (labels) => labels.includes(`Tail ${target}`),
      );
    }),
    tailedFirst(
      window,
      place("the box for a filter of events", "Chainscope: Filter Events…", "Filter Events", async () => {
        const { quickInput, screen } = window.vscode;
        await quickInput.type("/(/");
        await quickInput.message("Invalid regular expression");
        await quickInput.type("counted");
        await screen.eventually(
          "the problem to go",
          () => quickInput.read(),
          ({ open, message }) => open && !message.includes("Invalid"),
        );
      }),
    ),
  ];
}

/** A box that there is only while something is tailed. */
function tailedFirst(window: TypingWindow, place: TypingTarget): TypingTarget {
  return {
    ...place,
    async open() {
      const { quickInput } = window.vscode;
      await window.vscode.runCommand("Chainscope: Tail Events…");
      await quickInput.pick("Counter");
      await quickInput.pick("All events");
      await window.vscode.output.untilChannel("Chainscope Events");
      await place.open();
    },
  };
}

function documentTargets(window: TypingWindow): TypingTarget[] {
  const untilMarked = (wanted: boolean) => {
    const marks = window.vscode.page.locator(".squiggly-error, .squiggly-warning");
    const what = wanted ? "a mark" : "no mark";
    return window.vscode.screen.eventually(
      what,
      () => marks.count(),
      (count) => count > 0 === wanted,
    );
  };
  const says = (wrong: (round: number) => string, right: (round: number) => string) => async (round: number) => {
    await window.vscode.editor.replaceAll(wrong(round));
    await untilMarked(true);
    await window.vscode.editor.replaceAll(right(round));
    await untilMarked(false);
  };
  return [
    documentTarget(
      window,
      "typed.gql",
      says(
        (round) => `query Typed { none${round} }`,
        (round) => `query Typed { transactions(last: ${round + 1}) { gasSpent } }`,
      ),
    ),
    documentTarget(
      window,
      "rows.variables.json",
      says(
        (round) => `{ "Rows": { "last": 2${round}000000000000000000 } }`,
        (round) => `{ "Rows": { "last": ${round} } }`,
      ),
    ),
    documentTarget(window, "typed.call.json", async (round) => {
      const { editor } = window.vscode;
      const result = "Local Counter.add_many.json";
      const request = { contract: "Counter", function: "add_many", input: [String(round), "1"] };
      await editor.replaceAll(JSON.stringify(request));
      await editor.pressLens("Call on Local");
      await editor.untilActive(result);
      await editor.untilText("the output", (text) => text.trim() === `"${round + 1}"`, result);
    }),
  ];
}

/** A file in a text editor; what stands in it is read from the disk. */
function documentTarget(
  window: TypingWindow,
  name: keyof typeof files,
  answers: TypingTarget["answers"],
): TypingTarget {
  return {
    what: `an editor of ${name}`,
    async answers(round) {
      await this.clear();
      await answers(round);
    },
    open: () => window.vscode.editor.openFile(name),
    async clear() {
      // A line of this length has no middle in sight that could be clicked.
      await window.vscode.page.locator(".editor-instance .inputarea").first().focus();
      await window.vscode.page.keyboard.press("ControlOrMeta+a");
      await window.vscode.page.keyboard.press("Delete");
    },
    paste: (text) => window.vscode.editor.paste(text),
    async text() {
      await window.vscode.editor.save();
      return readFile(join(window.folder, name), "utf8");
    },
  };
}
