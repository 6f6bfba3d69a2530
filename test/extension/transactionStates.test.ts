import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";

for (const like of ["document", "1.4"]) {
  describe(`states of a transaction on a node like ${like}, in its document`, () => {
    const { showWarningMessage } = vscode.window;
    const name = `States ${like}`;
    const propagate = "/on/transactions/propagate";
    const written: vscode.Uri[] = [];
    let sandbox: Sandbox;
    let accounts: string[];
    let count = 0;

    before(async () => {
      sandbox = await startSandbox({ blockMs: 0, args: ["--like", like, "--history", "3", "--txs-per-block", "0"] });
      ({ accounts } = (await sandbox.control("state")) as { accounts: string[] });
      const connections = [{ name, url: sandbox.url, role: "development" }];
      const settings = vscode.workspace.getConfiguration("chainscope");
      await settings.update("connections", connections, vscode.ConfigurationTarget.Global);
      // Presses the first button of each question, as of the one whether to send.
      const press = (_said: string, _options: unknown, ...buttons: string[]) => Promise.resolve(buttons[0]);
      Object.assign(vscode.window, { showWarningMessage: press });
    });
    after(async () => {
      Object.assign(vscode.window, { showWarningMessage });
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      for (const uri of written) await vscode.workspace.fs.delete(uri);
      await vscode.workspace
        .getConfiguration("chainscope")
        .update("connections", undefined, vscode.ConfigurationTarget.Global);
      await sandbox.stop();
    });

    const block = (blocks = 1) => sandbox.control("block", { count: blocks });
    const emit = (hash: string, topic: string, json: unknown) =>
      sandbox.control("emit", { component: "transactions", entity: hash, topic, json });
    /** Checks a new transaction by its file. */
    const checked = async (wanted: object = {}) => {
      const parts = { value: ++count, receiver: accounts[1], ...wanted };
      const { hash, hex } = (await sandbox.control("transaction", parts)) as { hash: string; hex: string };
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("these tests need a folder");
      const uri = vscode.Uri.joinPath(folder, `state-${like}-${count}.tx.hex`);
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(hex));
      written.push(uri);
      const known = new Set(vscode.workspace.textDocuments);
      await vscode.commands.executeCommand("chainscope.checkTransaction", uri);
      const document = await eventually(
        "its document",
        () =>
          vscode.workspace.textDocuments.find((each) => each.uri.path.includes(`${name} sent `) && !known.has(each)),
        Boolean,
      );
      return new Shown(document!, hash);
    };
    const sent = async (wanted: object = {}) => {
      const shown = await checked(wanted);
      await shown.press("Send…");
      return shown;
    };

    it("checked, sent, in the mempool, executed, accepted, confirmed, final", async () => {
      const shown = await checked({ memo: "rent" });
      await shown.says(/^state: "checked, not sent"$[^]*✔ rules: [^]*✔ trial run: /m);
      await shown.press("Send…");
      await shown.says(/^state: in the mempool$[^]*^memo: rent$[^]*taken for routing, which promises nothing yet/m);
      for (const [state, step] of [
        ["executed, its block is accepted", "executed in #"],
        ["executed, its block is confirmed", "is confirmed"],
        ["final", "is final, and so is this"],
      ]) {
        await block(state === "final" ? 2 : 1);
        await shown.says(new RegExp(`^state: "${state} · #\\d+"$[^]*${step}`, "m"));
      }
    });

    it("not known whether it arrived: is looked for, and not sent again", async () => {
      await sandbox.control("drop", { path: propagate });
      const lost = await sent();
      await lost.says(/^state: not known whether it arrived$/m);
      assert.ok(!(await lost.lenses()).includes("Send…"));
      await lost.press("Look for It");
      await lost.says(/looked for: in no mempool and no block of this node/);
      await sandbox.control("drop", { path: propagate, handled: true });
      const arrived = await sent();
      await arrived.says(/^state: in the mempool$[^]*not known whether it arrived: /m);
      await block();
    });

    it("not taken: in the node's words, made visible, and can be sent again", async () => {
      const text = "Invalid input: \u001b[31m[open](command:evil)\r\n\u202eend";
      await sandbox.control("answer", { path: propagate, status: 400, text });
      const shown = await sent();
      const said = await shown.says(/^state: not taken$[^]*not taken: /m);
      assert.doesNotMatch(said, /[^\P{Cc}\n]|\p{Cf}/u);
      await shown.press("Send…");
      await shown.says(/^state: in the mempool$/m);
      await block();
    });

    it("failed: in the contract's words, made visible", async () => {
      const shown = await sent();
      await shown.says(/^state: in the mempool$/m);
      const err = "Panic: \u001b[31m[open](command:evil)\r\n\u202eend";
      await emit(shown.hash, "executed", { inner: {}, block_height: 4, gas_spent: 7, err });
      const said = await shown.says(/^state: "?failed/m);
      assert.doesNotMatch(said, /[^\P{Cc}\n]|\p{Cf}/u);
    });

    it("thrown out: by an event, however odd the ones before it are", async () => {
      const shown = await sent();
      await shown.says(/^state: in the mempool$/m);
      for (const odd of [
        null,
        [],
        "x".repeat(100_000),
        { inner: { nonce: "x", fee: 1, memo: { a: 1 }, call: [] } },
        1e300,
      ])
        for (const topic of ["included", "deferred?", "executed"]) await emit(shown.hash, topic, odd);
      await shown.says(/^state: in the mempool$/m);
      await emit(shown.hash, "removed", null);
      await shown.says(/^state: thrown out$[^]*thrown out of the mempool, never executed/m);
    });
  });
}

/** The document of a followed transaction. */
class Shown {
  constructor(
    private readonly document: vscode.TextDocument,
    readonly hash: string,
  ) {}

  says(wanted: RegExp): Promise<string> {
    return eventually(
      String(wanted),
      () => this.document.getText(),
      (text) => wanted.test(text),
    );
  }

  async lenses(): Promise<string[]> {
    return (await this.commands()).map(({ title }) => title);
  }

  async press(title: string): Promise<void> {
    const all = await eventually(
      "the lens",
      () => this.commands(),
      (found) => found.some((each) => each.title === title),
    );
    const lens = all.find((each) => each.title === title)!;
    await vscode.commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
  }

  private async commands(): Promise<vscode.Command[]> {
    const { uri } = this.document;
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 20);
    return found.flatMap(({ command }) => command ?? []);
  }
}
