import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { CallPage } from "../support/callPage";
import { FaultServer, type ReceivedRequest, type Reply } from "../support/faultServer";
import { inWindow } from "../support/inWindow";
import type { Workbench } from "../support/workbench";

/** A link to a command, one to a site, an icon and an element, in the notations that VS Code and pages know. */
const words = "[help](command:evil.run?%22x%22) [site](https://evil.example/) $(squirrel) <x-evil>x</x-evil>";
/** The same with nothing in it that a path could not carry. */
const name = "pay [help](command:evil.run) $(squirrel) <x-evil>";
const odd = "0d".repeat(32);
const schema = { functions: [{ name, doc: words, input: "()", output: "()" }], events: [{ topic: name, data: words }] };

describe("words of a hostile node, schema or file", function () {
  this.timeout(120_000);
  let node: FaultServer;
  let refusing: FaultServer;
  let echoing: FaultServer;
  let vscode: Workbench;
  let release: () => void;
  const released = new Promise<void>((done) => (release = done));

  before(async () => {
    refusing = await FaultServer.start((_, reply) => reply.answer(500, text, `VM error: ${words}`));
    node = await FaultServer.start((request, reply) => answer(request, reply, released));
    echoing = await FaultServer.start(echo);
  });
  after(async () => {
    release();
    await Promise.all([node.stop(), refusing.stop(), echoing.stop()]);
  });
  inWindow(
    {
      name: "hostile-words",
      files: () => ({
        "odd.gql": "{ block { height } }\n",
        "links.md": `${link(`tail?node=Node&target=contracts:${odd}/${name}`)}\n\n${link("query?node=http://127.0.0.1:9&text={a}")}\n`,
        "odd.call.json": { connection: `prod”. ${words} “`, contract: odd, function: "f", input: null },
      }),
      settings: () => ({ "chainscope.connections": [connection()] }),
    },
    (opened) => ({ vscode } = opened),
  );

  const connection = () => ({ name: "Node", url: node.url, contracts: [{ name: "Odd", id: odd }] });

  /** Nothing in sight is made of the words: no link to where they lead, no icon, no element. */
  const onlyText = async (where: string, frame: Frame = vscode.page.mainFrame()) => {
    const links = ["href", "data-href"].map((attribute) => `a[${attribute}*="evil"]`);
    for (const selector of [...links, ".codicon-squirrel", "x-evil"])
      assert.equal(await frame.locator(selector).count(), 0, `${selector} in ${where}`);
  };
  const message = async (sign: string, where: string) => {
    const { text: said } = await vscode.notifications.until(sign);
    assert.ok(said.includes("[help] (command:evil.run"), said);
    await onlyText(where);
    return said;
  };

  it("are text in the box that an address is typed into", async () => {
    await vscode.runCommand("Chainscope: Connect to a Node…");
    await vscode.quickInput.enter(refusing.url);
    const said = await vscode.quickInput.message("VM error");
    assert.ok(said.includes("[help] (command:evil.run") && said.includes("$ (squirrel) <x-evil>"), said);
    await onlyText("a validation message");
    await vscode.screenshot("hostile-box-dark");
  });

  it("are text in what was found at an address", async () => {
    await vscode.quickInput.enter(node.url);
    await vscode.quickInput.shows("A node answers");
    const items = await vscode.quickInput.items();
    assert.match(items.find(({ label }) => label === "Version")?.description ?? "", /^\[help\] \(command:evil\.run/);
    await onlyText("a quick pick");
    await vscode.quickInput.cancel();
  });

  it("are text in a row, its hover and the status bar", async () => {
    await vscode.sideBar.open("Chainscope");
    const tree = vscode.sideBar.tree("Connections");
    await tree.until("the node to be known", (rows) =>
      rows.some(({ description }) => description.includes("evil.run")),
    );
    await vscode.statusBar.until("Node · ");
    await onlyText("a row");
    assert.match(await tree.hover("evil.run", "Node"), /<x-evil>/);
    await onlyText("a hover");
  });

  it("are text in the message about a connection that is tested", async () => {
    await vscode.sideBar.tree("Connections").chooseFromMenu(["Node"], "Test Connection");
    await message("Node answers at", "a message");
    await vscode.notifications.close("Node answers at");
  });

  it("are text while a function of theirs is picked and called, and when that fails", async () => {
    await vscode.runCommand("Chainscope: Call Contract…");
    await vscode.quickInput.pick("Odd");
    await vscode.quickInput.shows("Which function");
    await onlyText("a pick of functions");
    await vscode.quickInput.pick("pay [help] (command:evil.run) $ (squirrel) <x-evil>");
    await message("Calling Odd.pay", "progress");
    release();
    await message("VM error", "an error");
    await vscode.screenshot("hostile-error-dark");
    await vscode.notifications.close("VM error");
  });

  it("are text on the page of a contract and in the name of its tab", async () => {
    await vscode.runCommand("Chainscope: Open Contract Panel");
    const page = await CallPage.shown(vscode);
    await page.option("Contracts", /^Odd/).click();
    await page.option("Functions", /^pay/).click();
    await page.until("the function", page.head, (shown) => shown.includes("$(squirrel) <x-evil>"));
    await page.send.click();
    await page.until("the failure", page.result, (shown) => shown.includes("VM error") && shown.includes("<x-evil>x"));
    await onlyText("the page", page.frame);
    await vscode.editor.untilActive(/^Odd\.pay \[help\]/);
    await onlyText("a tab");
  });

  it("are text in what a link asks, which sends nothing to a node that the window does not know", async () => {
    await vscode.editor.openFile("links.md");
    await openLink(0);
    const { text: asked, buttons } = await vscode.notifications.dialog("A link wants to tail events of Node");
    assert.ok(asked.includes("[help] (command:evil.run"), asked);
    assert.ok(buttons.includes("Tail Events"), buttons.join());
    await onlyText("a question");
    await vscode.notifications.pressInDialog("Cancel");
    await openLink(1);
    await vscode.notifications.dialog("A link wants to use the node at http://127.0.0.1:9");
    await vscode.screenshot("link-question-dark");
    await vscode.notifications.pressInDialog("Cancel");
    await vscode.sideBar.open("Chainscope");
    const rows = await vscode.sideBar.tree("Connections").rows();
    assert.deepEqual(
      rows.filter(({ level }) => level === 1).map(({ label }) => label),
      ["Node"],
      "the node was not taken",
    );
  });

  /** Follows a link of the document in front as a person does: the editor shows with Ctrl that it is one, then it is pressed. */
  const openLink = async (at: number) => {
    await vscode.screen.appears(".detected-link", "the links");
    const { keyboard, mouse } = vscode.page;
    const line = vscode.page.locator(".view-line", { hasText: at === 0 ? "tail?node" : "query?node" }).first();
    const link = line.locator(".detected-link").first();
    await keyboard.down("Control");
    let step = 0;
    await vscode.screen.eventually(
      "the link to be one to press",
      async () => {
        const { x, y, height } = (await link.boundingBox())!;
        await mouse.move(x + 20 + (step++ % 20), y + height / 2);
        return vscode.page.locator(".detected-link-active").count();
      },
      (count) => count > 0,
    );
    await mouse.down();
    await mouse.up();
    await keyboard.up("Control");
  };

  it("are text in the message about a file of a call", async () => {
    await vscode.editor.openFile("odd.call.json");
    await vscode.screen.eventually(
      "the lenses",
      () => vscode.editor.lenses(),
      (lenses) => lenses.includes("Call"),
    );
    await vscode.editor.pressLens("Call");
    await message("There is no connection named", "an error about a file");
    await vscode.notifications.close("There is no connection named");
  });

  it("are text in the language status and in the log", async () => {
    await vscode.editor.openFile("odd.gql");
    await vscode.page.locator("#status\\.languageStatus").hover();
    await vscode.screen.eventually(
      "the language status",
      async () => (await vscode.page.locator(".hover-language-status").allInnerTexts()).join("\n"),
      (shown) => shown.includes("[help] (command:evil.run"),
    );
    await onlyText("the language status");
    await vscode.runCommand("Chainscope: Show Log");
    await vscode.output.untilText("a failure", (shown) => shown.includes("evil"));
    await onlyText("the log");
  });

  it("are no secrets that the node was sent, wherever it says them again, and a new value is sent at once", async () => {
    const secrets = ["first-value-of-a-key", "second-value-of-a-key"] as const;
    const setKey = async (value: string) => {
      await vscode.sideBar.tree("Connections").chooseFromMenu(["Echo"], "Set Secret Header…");
      await vscode.quickInput.pick("X-Key");
      await vscode.quickInput.enter(value);
      await vscode.quickInput.closes();
    };
    const untilSent = (value: string) =>
      vscode.screen.eventually(
        "the value to be sent for the event session",
        async () => echoing.requests.some(({ path, headers }) => path === "/on" && headers["x-key"] === value),
        (isSent) => isSent,
      );
    const echoes = { name: "Echo", url: echoing.url, secretHeaders: ["X-Key"] };
    await vscode.changeSettings({ "chainscope.connections": [connection(), echoes] });
    const tree = vscode.sideBar.tree("Connections");
    await tree.reveal("Echo");
    await setKey(secrets[0]);
    await tree.expand("Echo");
    await untilSent(secrets[0]);
    await tree.until("the version", (rows) => rows.some(({ description }) => /key \*{20}/.test(description)));
    await setKey(secrets[1]);
    await untilSent(secrets[1]);
    await tree.chooseFromMenu(["Echo"], "Test Connection");
    assert.match((await vscode.notifications.until("Echo answers at")).text, /key \*{21}/);
    await tree.expand("Echo", "Provisioners");
    await tree.until("the failure", (rows) => rows.some(({ label }) => /the key is \*{21}/i.test(label)));
    await vscode.runCommand("Chainscope: Show Log");
    await vscode.output.untilText("the log", (shown) => shown.includes("Echo"));
    const inSight = await vscode.page.locator("body").innerText();
    for (const secret of secrets) assert.ok(!inSight.includes(secret));
  });
});

const text = { "content-type": "text/plain" };
const json = { "content-type": "application/json" };

/** A node that says the secret that it was sent wherever it can. */
function echo({ path, headers }: ReceivedRequest, reply: Reply): void {
  const key = String(headers["x-key"]);
  const echoed = { "x-key": key, "x-other": `it was ${key}` };
  const info = JSON.stringify({ version: `key ${key}`, chain_id: 7 });
  if (path === "/on/node/info") reply.answer(200, { ...json, ...echoed }, info);
  else reply.answer(500, { ...text, ...echoed }, `VM error: the key is ${key}`);
}

/** A link into the window as a page writes it. */
function link(to: string): string {
  const address = encodeURI(to).replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
  return `[link](code-oss://chainscope.chainscope/${address})`;
}

/** A node that says nothing but the words, wherever it can. */
async function answer({ path }: ReceivedRequest, reply: Reply, released: Promise<void>): Promise<void> {
  if (path === "/on/node/info") return reply.answer(200, json, JSON.stringify({ version: words, chain_id: 7 }));
  if (path.endsWith("/get_schema")) return reply.answer(200, json, JSON.stringify(schema));
  if (path.startsWith("/on/contracts")) await released;
  reply.answer(500, text, `VM error: ${words}`);
}
