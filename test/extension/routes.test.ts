import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { driverModule } from "../../src/sandbox/driver/driverModule";
import { eventually } from "../support/eventually";
import { MemoryFiles } from "../support/memoryFiles";
import { sandboxProgram, startSandbox, type Sandbox } from "../support/startSandbox";

describe("transactions in the Test Explorer", () => {
  const { createTestController } = vscode.tests;
  const configured = (connections?: object[]) =>
    vscode.workspace
      .getConfiguration("chainscope")
      .update("connections", connections, vscode.ConfigurationTarget.Global);
  const written = new Set<vscode.Uri>();
  let sandbox: Sandbox;
  const created: { label: string; items: vscode.TestItemCollection; isDisposed: boolean }[] = [];
  let run: Parameters<vscode.TestController["createRunProfile"]>[2];
  let verdicts: Record<string, string> = {};

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "2", "--txs-per-block", "0"] });
    await configured([{ name: "Checked", url: sandbox.url }]);
    Object.assign(vscode.tests, { createTestController: recordedController });
  });
  after(async () => {
    for (const uri of written) await vscode.workspace.fs.delete(uri);
    await eventually("the end of the controller", () => created.every(({ isDisposed }) => isDisposed), Boolean);
    Object.assign(vscode.tests, { createTestController });
    await configured();
    await sandbox.stop();
  });

  /** A controller of the editor whose runs are written down. */
  function recordedController(id: string, label: string) {
    const controller = createTestController(id, label);
    const { items } = controller;
    const about = { label, items, isDisposed: false };
    created.push(about);
    const told = (verdict: string) => (item: vscode.TestItem, message?: unknown) => {
      const said = message instanceof vscode.TestMessage ? `: ${message.message as string}` : "";
      verdicts[item.label] = verdict + said;
    };
    const nothing = () => undefined;
    const recorded = {
      ...{ passed: told("passed"), failed: told("failed"), errored: told("errored"), skipped: told("skipped") },
      ...{ enqueued: nothing, started: nothing, appendOutput: nothing, end: nothing },
    };
    return {
      ...{ items, createTestRun: () => recorded },
      createTestItem: controller.createTestItem.bind(controller),
      createRunProfile: (_label: string, _kind: unknown, handler: typeof run) => void (run = handler),
      dispose: () => {
        about.isDisposed = true;
        controller.dispose();
      },
    };
  }
  const write = async (name: string, content: string | Uint8Array) => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("these tests need a folder");
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, typeof content === "string" ? Buffer.from(content) : content);
    written.add(uri);
    return uri;
  };
  const own = () => created.filter(({ label }) => label === "Transactions");
  const listed = (count: number) =>
    eventually(
      "the tests",
      () => own().map(({ items }) => items.size),
      (sizes) => sizes.at(-1) === count,
    );
  const runAll = async (token = new vscode.CancellationTokenSource().token) => {
    verdicts = {};
    await run(new vscode.TestRunRequest(), token);
    return verdicts;
  };
  const made = async (wanted: object) => ((await sandbox.control("transaction", wanted)) as { hex: string }).hex;
  const sent = async () => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests["/on/transactions/propagate"] ?? 0;
  };

  it("are there from the first file until the last one goes", async () => {
    assert.deepEqual(own(), [], "none without such files");
    const first = await write("first.tx.hex", await made({ value: 1 }));
    await listed(1);
    const second = await write("second.tx", "00");
    await listed(2);
    assert.equal(own().length, 1);
    for (const uri of [first, second]) {
      await vscode.workspace.fs.delete(uri);
      written.delete(uri);
    }
    await eventually("its end", () => own().every(({ isDisposed }) => isDisposed), Boolean);
  });

  it("are checked by the rules and a trial run, say what is wrong, and are never sent", async () => {
    await write("bytes.tx", Buffer.from(await made({ value: 5 }), "hex"));
    await write("text.tx.hex", `0x${await made({ value: 6 })}\n`);
    await write("stray.tx.hex", await made({ value: 7, chainId: 9 }));
    await write("odd.tx.hex", "0xabc");
    await write("none.tx", "");
    await write("prose.tx", "Pay the rent.");
    await write("unread.tx.hex", "00ff10");
    await write("long.tx", Buffer.alloc(3 * 1024 * 1024 + 1));
    await listed(8);
    const { bytes, text, ...wrong } = await runAll();
    assert.deepEqual([bytes, text], ["passed", "passed"]);
    assert.match(wrong["stray"] ?? "", /^failed: it is for another chain\.$/);
    assert.match(wrong["unread"] ?? "", /^failed: .*these bytes are no transaction that the node can read/);
    assert.match(wrong["odd"] ?? "", /^errored: This is no transaction\. Odd number of hex digits \(3\)/);
    assert.match(wrong["none"] ?? "", /^errored: This is no transaction\. /);
    assert.match(wrong["prose"] ?? "", /^errored: This is no transaction\. /);
    assert.match(wrong["long"] ?? "", /^errored: .*A node takes at most 3145728 bytes, this has 3145729 bytes\.$/);
    assert.equal(await sent(), 0);
  });

  it("say that there is no node to ask, and are skipped once the run is given up", async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    assert.deepEqual(new Set(Object.values(await runAll(source.token))), new Set(["skipped"]));
    await configured([{ name: "Away", url: "http://127.0.0.1:1" }]);
    await eventually(
      "that no node answers",
      runAll,
      ({ bytes = "" }) => /^errored: .*127\.0\.0\.1:1/.test(bytes),
      60_000,
    );
    await configured([]);
    await eventually("that there is none", runAll, ({ bytes = "" }) => /^errored: .*onnect/.test(bytes), 60_000);
  });
});

describe("routes of a node in the editor", () => {
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`chainscope.${command}`, ...args);
  const written: vscode.Uri[] = [];
  let sandbox: Sandbox;
  let folder: vscode.Uri;
  let blobs: { commitment: string; hash: string; bytes: number }[];

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, roles: ["archive", "prover"] });
    ({ blobs } = (await sandbox.control("state")) as { blobs: typeof blobs });
    await settings().update("connections", [{ name: "Local", url: sandbox.url }], vscode.ConfigurationTarget.Global);
    folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("these tests need a folder");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const uri of written) await vscode.workspace.fs.delete(uri);
    await settings().update("connections", undefined, vscode.ConfigurationTarget.Global);
    await sandbox.stop();
  });

  const shown = async (ending: string, wanted: RegExp) => {
    // What earlier tests have opened may be held for a while after it was closed.
    const opened = () => vscode.workspace.textDocuments.filter(({ uri }) => uri.path.endsWith(ending));
    const has = (document: vscode.TextDocument) => wanted.test(document.getText());
    const found = await eventually(`the document ${ending}`, opened, (documents) => documents.some(has));
    return found.findLast(has)!;
  };
  const lensesOf = async (uri: vscode.Uri) => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 20);
    return lenses.flatMap(({ command }) => command ?? []);
  };
  const write = async (name: string, text: string) => {
    const uri = vscode.Uri.joinPath(folder, name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    written.push(uri);
    return uri;
  };
  const temporary = (name: string) => join(tmpdir(), `chainscope-${process.pid}-${name}`);

  it("opens a blob by its hash and by its commitment, saves its bytes, and shows its sidecar", async () => {
    const [, small] = blobs;
    assert.ok(small);
    for (const id of [small.hash, `0x${small.commitment.toUpperCase()}`]) {
      await run("openBlob", { id });
      const document = await shown(`blob ${small.hash.slice(0, 8)}…${small.hash.slice(-4)}.yaml`, /size: 64 bytes/);
      assert.match(document.getText(), new RegExp(`commitment: ${small.commitment}\nproof: [0-9a-f]{96}\n`));
      const file = temporary(`${id.length}.blob`);
      await run("saveBytes", document.uri, file);
      written.push(vscode.Uri.file(file));
      assert.equal((await readFile(file)).length, 64);
      const sidecar = (await lensesOf(document.uri)).find(({ title }) => title.startsWith("Sidecar"));
      await run("openBlob", ...((sidecar?.arguments ?? []) as unknown[]));
      await shown("sidecar.json", new RegExp(`"commitment": "${small.commitment}"`));
    }
  });

  it("sends a request to any target, says how it went whatever the status, and sends it again", async () => {
    await run("sendRequest", { path: "/on/node/info", body: "none" });
    const { uri } = await shown("node info response.yaml", /^# POST \/on\/node\/info on Local, [^]*\n---\n\{\n/);
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    await run("repeatRequest", uri);
    const again = (await sandbox.control("state")) as { requests: Record<string, number> };
    assert.equal(again.requests["/on/node/info"], (requests["/on/node/info"] ?? 0) + 1, "sent once");
    await run("sendRequest", { path: "/on/node/nope", body: "none" });
    await shown("node nope response.yaml", /\nstatus: 404 Not Found\nmeans: /);
  });

  it("leads from a deprecated route to the one that replaces it", async () => {
    await run("sendRequest", { path: `/on/contract_owner:${contractIds.counter}/owner`, body: "none" });
    const document = await shown("owner response.yaml", /\ndeprecated: This endpoint is deprecated/);
    const next = (await lensesOf(document.uri)).find(({ title }) => title === "Send to the Successor…");
    assert.deepEqual((next?.arguments?.[0] as { path: string }).path, `/on/contract:${contractIds.counter}/metadata`);
  });

  it("keeps a request as a file, which is sent from there as it is written at the moment", async () => {
    await run("sendRequest", {
      path: `/on/contracts:${contractIds.transfer}/contract_balance`,
      body: { json: `"${contractIds.counter}"` },
    });
    const { uri } = await shown("contract_balance response.yaml", /status: 200 OK/);
    const target = vscode.Uri.joinPath(folder, "kept.request.json");
    await run("saveRequest", uri, target.fsPath);
    written.push(target);
    const kept = await vscode.workspace.openTextDocument(target);
    assert.match(kept.getText(), /"connection": "Local",\n {2}"path": "\/on\/contracts:01/);
    const [lens] = await lensesOf(target);
    assert.equal(lens?.title, "Send on Local");
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(kept.positionAt(0), kept.positionAt(kept.getText().length));
    edit.replace(target, whole, '{ "path": "/on/network/peers", "text": "2" }');
    await vscode.workspace.applyEdit(edit);
    await run("runRequestFile", target);
    await shown("network peers response.yaml", /---\n\[\n {2}"[^"]+",\n {2}"[^"]+"\n\]\n$/);
    await kept.save();
  });

  it("sends the bytes of a file that a request file names from its own folder, as the session", async () => {
    await write("body.bin", "\u0001\u0002");
    const session = '{ "path": "/on/blocks/accepted", "file": "body.bin", "session": true }';
    const uri = await write("session.request.json", session);
    await run("runRequestFile", uri);
    await shown("blocks accepted response.yaml", /status: 202 Accepted\nmeans: "?accepted for processing/);
  });

  it("shows what an owner has to sign of a driver, and uploads it with the signature", async () => {
    const module = driverModule({ schema: '{"functions":[]}', version: "9", events: new Map() });
    const file = await write("counter.wasm", "");
    await vscode.workspace.fs.writeFile(file, module);
    await run("uploadDriver", { contractId: contractIds.counter }, file.fsPath);
    const { uri } = await shown(
      "to upload.yaml",
      /\nsha3_256: [0-9a-f]{64}\n[^]*\nchanges:\n {2}functions:\n {4}removed:/,
    );
    const [copy] = await lensesOf(uri);
    assert.equal(copy?.title, "Upload with a Signature…");
    await run("uploadSignedDriver", uri, sandbox.signature(module));
    await run("sendRequest", { path: `/on/contract:${contractIds.counter}/metadata`, body: "none" });
    await shown("metadata response.yaml", new RegExp(`"driver_signature": "${sandbox.signature(module)}"`));
  });

  it("has a driver signed by the person's signer, which is asked once, and again for what was refused", async () => {
    const [script, kept, mode] = ["signer.cjs", "asked.txt", "mode.txt"].map(temporary) as [string, string, string];
    const code = `const { spawnSync } = require("node:child_process");
      const { appendFileSync, readFileSync } = require("node:fs");
      const input = readFileSync(0, "utf8");
      appendFileSync(${JSON.stringify(kept)}, input + "\\n");
      const { stdout } = spawnSync(process.execPath, ${JSON.stringify([...sandboxProgram(), "sign"])}, { input });
      const mode = readFileSync(${JSON.stringify(mode)}, "utf8");
      process.stdout.write(mode === "short" ? '{"signature":"00ff"}' : mode === "odd" ? '{"signature":"00f"}' : stdout);`;
    for (const [path, text] of Object.entries({ [script]: code, [kept]: "", [mode]: "short" })) {
      await writeFile(path, text);
      written.push(vscode.Uri.file(path));
    }
    const signer = { command: process.execPath, args: [script] };
    const connection = { name: "Signing", url: sandbox.url, signer: { ...signer, env: { ELECTRON_RUN_AS_NODE: "1" } } };
    const before = settings().get("connections");
    await settings().update("connections", [connection], vscode.ConfigurationTarget.Global);
    try {
      const module = driverModule({ schema: '{"functions":[]}', version: "10", events: new Map() });
      const file = await write("signed.wasm", "");
      await vscode.workspace.fs.writeFile(file, module);
      const prepare = () => run("uploadDriver", { contractId: contractIds.token }, file.fsPath);
      const { uri } = await eventually(
        "the document",
        async () => {
          await prepare();
          return vscode.workspace.textDocuments.find(({ uri: { path } }) =>
            /Signing driver of .* upload\.yaml$/.test(path),
          );
        },
        Boolean,
      ).then((found) => found!);
      const titles = (await lensesOf(uri)).map(({ title }) => title);
      assert.ok(titles.includes("Sign and Upload"), titles.join());
      const asked = async () => (await readFile(kept, "utf8")).trim().split("\n").filter(Boolean);
      for (const [wanted, odd] of ["short", "odd"].entries()) {
        await writeFile(mode, odd);
        await run("uploadSignedDriver", uri, true);
        assert.equal((await asked()).length, wanted + 1);
      }
      await writeFile(mode, "");
      await Promise.all([1, 2, 3].map(() => run("uploadSignedDriver", uri, true)));
      const metadata = await fetch(`${sandbox.url}/on/contract:${contractIds.token}/metadata`, { method: "POST" });
      assert.ok((await metadata.text()).includes(sandbox.signature(module)), "the node has the driver");
      const all = (await asked()).map((text) => JSON.parse(text) as Record<string, unknown>);
      assert.equal(all.length, 3, "asked once for what the node took");
      const { kind, contract, digest, owner, nonce } = all[2]!;
      const sha3 = createHash("sha3-256").update(module).digest("hex");
      assert.deepEqual([kind, contract, digest, nonce], ["sign-driver", contractIds.token, sha3, undefined]);
      assert.match(String(owner), /^[1-9A-Za-z]{100,}$/);
    } finally {
      await settings().update("connections", before, vscode.ConfigurationTarget.Global);
    }
  });

  it("has a proof made of a file's bytes, which are saved from there", async () => {
    const input = await write("input.bin", "what is to be proved");
    await run("prove", undefined, input.fsPath);
    const { uri } = await shown("proof response.yaml", /\ninput: 20 bytes\nproof: 1 KiB\n[^]*data: \|\n {2}00000000/);
    const file = temporary("proof.bin");
    await run("saveBytes", uri, file);
    written.push(vscode.Uri.file(file));
    assert.equal((await readFile(file)).length, 1040);
  });

  it("saves the Common Reference String whole", async () => {
    const file = temporary("crs.bin");
    void run("downloadCrs", undefined, file);
    const size = () =>
      stat(file).then(
        (found) => found.size,
        () => 0,
      );
    assert.ok((await eventually("the file", size, (found) => found > 0)) > 1000);
    written.push(vscode.Uri.file(file));
  });

  it("reads and writes where the editor can reach, also where that is no disk", async () => {
    const memory = new MemoryFiles("chainscope-routes");
    const uriOf = (name: string) => vscode.Uri.parse(memory.named(name));
    try {
      memory.writeFile(uriOf("peers.bin"), Buffer.from("2"));
      memory.writeFile(
        uriOf("peers.request.json"),
        Buffer.from('{ "path": "/on/network/peers", "file": "peers.bin" }'),
      );
      await run("runRequestFile", uriOf("peers.request.json"));
      const { uri } = await shown("network peers response.yaml", /---\n\[\n {2}"[^"]+",\n {2}"[^"]+"\n\]\n$/);
      await run("saveRequest", uri, memory.named("kept.request.json"));
      assert.match(memory.textOf("kept.request.json") ?? "", /"file": "chainscope-routes:\/peers.bin"/);
      await run("runRequestFile", uriOf("kept.request.json"));
      await run("saveBytes", uri, memory.named("peers.response"));
      assert.match(memory.textOf("peers.response") ?? "", /^\["/);
      await run("prove", undefined, memory.named("peers.bin"));
      await shown("proof response.yaml", /\ninput: 1 byte\n/);
      void run("downloadCrs", undefined, memory.named("crs.bin"));
      await eventually(
        "the file",
        () => memory.textOf("crs.bin")?.length ?? 0,
        (length) => length > 1000,
      );
      memory.isFull = true;
      await run("saveBytes", uri, memory.named("more.response"));
      const names = ["/crs.bin", "/kept.request.json", "/peers.bin", "/peers.request.json", "/peers.response"];
      assert.deepEqual([...memory.files.keys()].sort(), names, "whole or not at all");
    } finally {
      memory.dispose();
    }
  });

  it("keeps no Common Reference String whose digest is another than the node announced", async () => {
    const bytes = Buffer.from("00c0ffee", "hex");
    const digest = createHash("sha256").update(bytes).digest("hex");
    for (const [announced, isKept] of [
      ["5a".repeat(32), false],
      [digest, true],
    ] as const) {
      const headers = { "content-type": "application/octet-stream", "crs-hash": announced };
      await sandbox.control("answer", { path: "/on/node/crs", hex: bytes.toString("hex"), headers });
      const file = temporary(`${isKept ? "right" : "wrong"}.bin`);
      await run("downloadCrs", undefined, file);
      const length = await readFile(file).then(
        (found) => found.length,
        () => 0,
      );
      assert.equal(length, isKept ? 4 : 0);
      if (isKept) written.push(vscode.Uri.file(file));
    }
  });

  it("shows the final events of a contract with the next page, and writes them to a file", async () => {
    await sandbox.control("block", { count: 60 });
    await run("finalizedEvents", { contractId: contractIds.stake });
    const { uri } = await shown("archive.yaml", /\nfound: 50 events, and more\nevents:\n {2}- block: /);
    const [next] = await lensesOf(uri);
    assert.equal(next?.title, "Next Page");
    await run("nextArchivePage", uri);
    await shown("archive.yaml", /\nfound: (?!50 )\d+ events/);
    const file = temporary("events.json");
    await run("exportArchive", uri, file);
    written.push(vscode.Uri.file(file));
    const events = JSON.parse(await readFile(file, "utf8")) as { source: string }[];
    assert.ok(events.length > 50 && events.every(({ source }) => source === contractIds.stake));
  });

  it("checks the transaction of a file from the line above it, and tells there what is known of it", async () => {
    const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
    const wanted = { value: "1500000000", memo: "rent", receiver: accounts[1] };
    const { hex } = (await sandbox.control("transaction", wanted)) as { hex: string };
    const uri = await write("pay.tx.hex", `0x${hex}\n`);
    const document = await vscode.workspace.openTextDocument(uri);
    const hover = async () => {
      const at = new vscode.Position(0, 5);
      const all = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
      const texts = all.flatMap(({ contents }) => contents.map((each) => (each as vscode.MarkdownString).value));
      return texts.join("\n").replaceAll("&nbsp;", " ");
    };
    assert.match(await hover(), /^\d+ bytes\\?\. Once it is checked or sent/);
    const checked = async () => {
      const [lens] = await lensesOf(uri);
      assert.equal(lens?.title, "Check on Local");
      await vscode.commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
    };
    await checked();
    await eventually("what the check found", hover, (text) => /✔ rules: nothing speaks against it/.test(text));
    await run("sendRequest", { path: "/on/transactions/propagate", body: { hex } });
    await checked();
    await eventually("what it moves", hover, (text) =>
      /state: in the mempool\nvalue: "1\.5 coins[^]*memo: rent/.test(text),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, document.positionAt(document.getText().trimEnd().length), "a");
    await vscode.workspace.applyEdit(edit);
    assert.match(await hover(), /^This .*no.*transaction.*Odd/);
  });
});
