import assert from "node:assert/strict";
import type { Uri, Webview } from "vscode";
import { textsId, translateWith } from "../../../src/base/translate";
import type { OpenCall } from "../../../src/bridge/contractPage";
import { noDriver } from "../../../src/client/contractStanding";
// What is loaded late has constants too: loaded now, they are English for the tests that follow.
import "../../../src/client/openNode";
import { noSchemaNote } from "../../../src/contract/schema/driverSchema";
import { pageHtml } from "../../../src/host/pageHtml";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { eventually } from "../../support/eventually";
import { PageOnNode } from "../../support/pageOnNode";
import { notPseudo, pseudo, pseudoTexts } from "../../support/pseudoTexts";
import type { ShownPage } from "../../support/shownPage";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const { counter, token, ledger, vault, silent } = contractIds;
const contracts = Object.entries({ counter, token, ledger, vault, silent }).map(([name, id]) => ({ name, id }));
const waitMs = 20_000;

/** All that the page says, also what is hidden, spoken or shown when pointed at; not what a node answered. */
const saidOnPage = `(() => {
  const names = ["title", "aria-label", "placeholder", "data-hint"];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const all = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeType === Node.ELEMENT_NODE) all.push(...names.map((name) => node.getAttribute(name) ?? ""));
    else if (!node.parentElement.closest("script, code, pre, .type, .items, .doc, tbody")) all.push(node.data);
  return all;
})()`;

describe("the contract page in another language", function () {
  this.timeout(90_000);
  let sandbox: Sandbox;
  let opened: PageOnNode | undefined;
  const texts = pseudoTexts();

  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());
  beforeEach(() => translateWith(texts));
  afterEach(async () => {
    translateWith(undefined);
    await opened?.close();
    opened = undefined;
  });

  const open = async (call: OpenCall) => {
    const config = { url: sandbox.url, contracts };
    opened = await PageOnNode.open(config, call, { language: { id: "x", texts } });
    return opened.shown;
  };
  const until = (shown: ShownPage, selector: string, ...words: readonly string[]) =>
    eventually(
      `${selector}: ${words.join()}`,
      () => shown.page.locator(selector).first().innerText(),
      (said) => said !== "" && words.every((each) => said.includes(pseudo(each))),
      waitMs,
    );
  const tab = (shown: ShownPage, name: string) =>
    shown.page.getByRole("tab", { name: pseudo(name), exact: true }).first();

  /** What the page says in usual letters and no one else wrote: neither the node nor the one who named contracts. */
  const untranslated = async (shown: ShownPage, fn: string, answered: readonly string[]) => {
    const node = await opened!.connection.node();
    const id = await shown.page.locator("code.id").first().innerText();
    const schema = await node.schemas.of(id).catch(() => "{}");
    const said = [...schema.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
    const given = [...contracts.map(({ name }) => name), "Local", "this machine", "JSON", "true", "false"];
    // Both were read before there was a language.
    const constants = [noSchemaNote, noDriver];
    const parts = [...said, ...given, fn, ...answered, ...constants]
      .filter(Boolean)
      .sort((one, other) => other.length - one.length)
      .map((text) => text.replace(/[^\w ]/g, "\\$&"));
    return notPseudo(
      await shown.page.evaluate<string[]>(saidOnPage),
      new RegExp(
        `${parts.join("|")}|\\d+:\\d+:\\d+.[AP]M|http\\S+|\\b[0-9a-f]{8,64}(?:…\\w+)?|[ui]\\d+|\\b\\d+ ms|Option|Vec|String`,
        "g",
      ),
    );
  };

  /** What is done on the page, and what the node answers in words. */
  type Scene = [what: string, call: OpenCall, act: (shown: ShownPage) => Promise<unknown>, ...answered: string[]];
  const scenes: readonly Scene[] = [
    [
      "a call that succeeds, its bytes and headers",
      { contractId: counter, fn: "increment_by" },
      async (shown) => {
        await shown.page.locator(".form input").first().fill("5");
        await until(shown, ".bytes .check", "Decoding these bytes");
        await shown.page.locator(".send .primary").click();
        await until(shown, ".summary", "Status");
        await tab(shown, "Raw hex").click();
        await tab(shown, "Headers").click();
      },
    ],
    [
      "an input that is wrong, as a form, as JSON and as hex",
      { contractId: counter, fn: "increment_by" },
      async (shown) => {
        await shown.page.locator(".form input").first().fill("five");
        await shown.page.locator(".send .primary").click({ force: true });
        await until(shown, ".form .problem", "is not a whole number");
        await shown.page.getByRole("tab", { name: "JSON" }).click();
        await shown.page.locator("textarea.code:visible").first().fill("[1,");
        await until(shown, ".input .problem:visible", "Not JSON at", "the text ends");
        await tab(shown, "Raw hex").click();
        await shown.page.locator("textarea.code:visible").first().fill("0xzz");
        await until(shown, ".input .problem:visible", "is not a hex digit");
      },
    ],
    [
      "bytes that are pasted and fit nothing",
      { contractId: counter, fn: "increment_by" },
      async (shown) => {
        await shown.page.locator(".bytes textarea").fill("0xffff");
        await until(shown, ".bytes .problem", "The driver cannot decode these bytes");
      },
      "bytes do not fit: needs 4 more bytes at 0, has 2 (Data driver error)",
    ],
    [
      "a list whose items are added",
      { contractId: counter, fn: "add_many" },
      async (shown) => {
        await shown.page.locator(".group > button").click();
        await shown.page.locator(".rows button").waitFor();
      },
    ],
    [
      "a box for bytes",
      { contractId: counter, fn: "tag" },
      (shown) => shown.page.locator(".form select").first().selectOption("text"),
    ],
    [
      "a call that fails",
      { contractId: counter, fn: "fail" },
      async (shown) => {
        await shown.page.locator(".send .primary").click();
        await until(shown, ".summary", "Failed");
      },
      "Panic: the counter was asked to fail (VM error)",
    ],
    [
      "a result that no driver decodes",
      { contractId: counter, fn: "opaque" },
      async (shown) => {
        await shown.page.locator(".options select").selectOption("bytes");
        await shown.page.locator(".send .primary").click();
        await until(shown, ".summary", "Status");
        await until(shown, ".result strong", "undecoded bytes");
      },
      "bytes do not fit: 8 bytes are left over (Data driver error)",
    ],
    [
      "an example of a type that only its name is known of",
      { contractId: token, fn: "transfer" },
      (shown) => until(shown, ".input .start", "from a recent transaction"),
      ...["amount", "memo", "to", "External"],
    ],
    [
      "a stream",
      { contractId: ledger, fn: "names" },
      async (shown) => {
        await shown.page.locator(".send .primary").click();
        await until(shown, ".summary", "Complete");
      },
    ],
    [
      "a stream that is stopped",
      { contractId: ledger, fn: "endless" },
      async (shown) => {
        await shown.page.locator(".send .primary").click();
        await until(shown, ".send", "Outputs arrive");
        await shown.page.getByRole("button", { name: pseudo("Stop") }).click();
        await until(shown, ".summary", "Stopped by you");
      },
    ],
    [
      "a driver that tells no schema",
      { contractId: silent, fn: "double" },
      (shown) => shown.page.locator(".notes").waitFor(),
    ],
    [
      "a contract without a function",
      { contractId: vault, fn: "" },
      (shown) => until(shown, ".head", "Pick a function"),
      "put",
    ],
  ];

  for (const [what, call, act, ...answered] of scenes)
    it(`has no text of ours that is not translated: ${what}`, async () => {
      const shown = await open(call);
      await shown.page.locator("h1").waitFor();
      await act(shown);
      assert.deepEqual(await untranslated(shown, call.fn, answered), []);
    });

  it("says in it that there is no such contract", async () => {
    const shown = await open({ contractId: "ab".repeat(32), fn: "" });
    await until(shown, ".head", "No contract with this id");
  });

  it("is told its texts by its document, in which nothing of them is a program or markup; in English by none", () => {
    const webview = { asWebviewUri: (uri: Uri) => uri } as Webview;
    const parts = { title: "Page", script: "page.js" as unknown as Uri, style: "page.css" as unknown as Uri };
    const odd = { "Stop {0}": "</script><script>alert(1)</script><!-- \u2028 {0}" };
    const html = pageHtml(webview, { ...parts, language: { id: `de"><img>`, texts: odd } });
    const json = new RegExp(`<script type="application/json" id="${textsId}">([^]*?)</script>`).exec(html)?.[1];
    assert.deepEqual(JSON.parse(json ?? "{}"), odd);
    assert.equal(html.split("<script").length, 3);
    assert.doesNotMatch(html, /<img|<!--|alert\(1\)<\//);
    const english = pageHtml(webview, parts);
    assert.match(english, /<html lang="en">/);
    assert.doesNotMatch(english, new RegExp(`application/json|id="${textsId}"`));
  });
});
