import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../support/eventually";

describe("the sandbox node as the extension's own", () => {
  after(() => vscode.commands.executeCommand("chainscope.stopSandbox"));

  it("completes fields of a GraphQL document once it runs, with nothing configured", async () => {
    await vscode.commands.executeCommand("chainscope.startSandbox");
    const text = "{ block(height: -1) {  } }";
    const document = await vscode.workspace.openTextDocument({ language: "graphql", content: text });
    await vscode.window.showTextDocument(document);
    const labels = await eventually(
      "fields of Block",
      () => fieldsAt(document, text.indexOf("{  }") + 2),
      (shown) => shown.includes("header"),
    );
    assert.deepEqual(
      ["header", "status", "transactions"].filter((field) => !labels.includes(field)),
      [],
    );
  });

  it("starts once however often it is asked to", async () => {
    await vscode.commands.executeCommand("chainscope.stopSandbox");
    const start = () => vscode.commands.executeCommand("chainscope.startSandbox");
    await Promise.all([start(), start()]);
    assert.equal(await childrenRunning("sandbox.js"), 1);
  });

  it("ends its process when it is stopped", async () => {
    await vscode.commands.executeCommand("chainscope.stopSandbox");
    await eventually(
      "the process to end",
      () => childrenRunning("sandbox.js"),
      (count) => count === 0,
    );
  });
});

async function fieldsAt(document: vscode.TextDocument, offset: number): Promise<string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    document.positionAt(offset),
  );
  return list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
}

/** How many child processes of this extension host run the given file. */
async function childrenRunning(file: string): Promise<number> {
  const { readdir, readFile } = await import("node:fs/promises");
  const own = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    own.map(async (pid) => {
      try {
        const [command, stat] = await Promise.all([
          readFile(`/proc/${pid}/cmdline`, "utf8"),
          readFile(`/proc/${pid}/stat`, "utf8"),
        ]);
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return parent === process.pid && command.includes(file);
      } catch {
        return false; // it ended meanwhile
      }
    }),
  );
  return found.filter(Boolean).length;
}
