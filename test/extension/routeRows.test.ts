import assert from "node:assert/strict";
import { access, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { driverModule } from "../../src/sandbox/driver/driverModule";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";

/** What a node sends instead of its answer; each is for every request of a row. */
const hostile: Record<string, readonly [control: string, body: object]> = {
  "a page": [
    "answer",
    { headers: { "content-type": "text/html" }, text: "<!DOCTYPE html><b>[open](command:evil)</b>" },
  ],
  "markup and controls": [
    "answer",
    {
      status: 500,
      headers: { "content-type": "text/plain" },
      text: "\u001b[31m[open](command:evil) $(alert)\r\n\u202eend",
    },
  ],
  "what is cut": ["drop", { afterBytes: 3 }],
};

/** A way of a person to a route: what is run, and what then stands in which document. */
interface Row {
  path: string;
  run: () => Thenable<unknown>;
  shows: () => Promise<unknown>;
  /** Whatever the node sends is what a person asked to see, or a part of it. */
  showsAnything?: true;
  /** It is sent piece by piece, and ended before the first. */
  streams?: true;
}

for (const like of ["document", "1.4"]) {
  describe(`rows of the interface on a node like ${like}, in the editor`, function () {
    const { showErrorMessage, showInformationMessage } = vscode.window;
    const name = `Row ${like}`;
    const target = { connection: name };
    const module = driverModule({ schema: '{"functions":[]}', version: "9", events: new Map() });
    const file = (ending: string) => join(tmpdir(), `chainscope-${process.pid}-row-${like}.${ending}`);
    let sandbox: Sandbox;
    let account = "";
    let blob = "";
    let errors: string[] = [];
    const told: string[] = [];

    before(async () => {
      sandbox = await startSandbox({ blockMs: 0, roles: ["archive", "prover"], args: ["--like", like] });
      const { accounts, blobs } = (await sandbox.control("state")) as { accounts: string[]; blobs: { hash: string }[] };
      [account, blob] = [accounts[1] ?? "", blobs[1]?.hash ?? ""];
      const paid = { value: "1500000000", memo: "rent", receiver: account, propagate: true };
      await sandbox.control("transaction", paid);
      await sandbox.control("block", { count: 20 });
      await writeFile(file("wasm"), module);
      const settings = vscode.workspace.getConfiguration("chainscope");
      await settings.update("connections", [{ name, url: sandbox.url }], vscode.ConfigurationTarget.Global);
      const spy = (into: () => string[]) => (said: string) => {
        into().push(said);
        return Promise.resolve(undefined);
      };
      Object.assign(vscode.window, { showErrorMessage: spy(() => errors), showInformationMessage: spy(() => told) });
    });
    after(async () => {
      Object.assign(vscode.window, { showErrorMessage, showInformationMessage });
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.workspace
        .getConfiguration("chainscope")
        .update("connections", undefined, vscode.ConfigurationTarget.Global);
      for (const ending of ["wasm", "crs"]) await rm(file(ending), { force: true });
      await sandbox.stop();
    });

    const run = (command: string, ...given: unknown[]) =>
      vscode.commands.executeCommand(`chainscope.${command}`, ...given);
    const documents = () => vscode.workspace.textDocuments.filter(({ uri }) => uri.path.includes(name));
    const document = (ending: string) => documents().find(({ uri }) => uri.path.endsWith(ending));
    /** Of the documents with this ending one has that text. */
    const shows = (ending: string, wanted: RegExp) => () =>
      eventually(
        ending,
        () => documents().flatMap((each) => (each.uri.path.endsWith(ending) ? each.getText() : [])),
        (texts) => texts.some((text) => wanted.test(text)),
      );
    const request = (path: string, ending: string, wanted: RegExp): Row => ({
      path,
      run: () => run("sendRequest", { ...target, path, body: "none" }),
      shows: shows(ending, wanted),
      showsAnything: true,
    });
    const rows: Record<string, Row> = {
      "upload_driver (4.7)": {
        path: "/upload_driver",
        run: () => run("uploadSignedDriver", document("to upload.yaml")?.uri, sandbox.signature(module)),
        shows: () =>
          eventually(
            "what is said",
            () => told.join("\n"),
            (all) => /is the uploaded one/.test(all),
          ),
      },
      "blobs (4.9)": {
        path: "/on/blobs:",
        run: () => run("openBlob", { ...target, id: blob }),
        shows: () => shows(`${blob.slice(0, 8)}…${blob.slice(-4)}.yaml`, /^size: 64 bytes$/m)(),
      },
      "prover (4.11)": {
        path: "/on/prover/prove",
        run: () => run("prove", target, file("wasm")),
        shows: shows("proof response.yaml", /^proof: 1 KiB$[^]*^data: \|$/m),
      },
      "CRS (4.2)": {
        path: "/on/node/crs",
        run: () => run("downloadCrs", target, file("crs")),
        shows: () => access(file("crs")),
        streams: true,
      },
      "generic dispatch (4.12)": request("/on/node/info", "node info response.yaml", /^status: 200 OK$/m),
      "deprecated routes (9.6)": request(
        `/on/contract_owner:${contractIds.counter}/owner`,
        "owner response.yaml",
        /^status: 200 OK$/m,
      ),
      "archive history: Account History… (4.10)": {
        path: "/graphql",
        run: () => run("accountHistory", { ...target, id: account, side: "all" }),
        shows: shows("archive.yaml", /^found: \d+ transactions?$[^]*1\.5 coins/m),
      },
      "archive history: Finalized Events… (4.10)": {
        path: "/graphql",
        run: () => run("finalizedEvents", { ...target, contractId: contractIds.stake }),
        shows: shows("archive.yaml", /^found: \d+ events/m),
      },
      "archive history: Transactions by Memo… (4.10)": {
        path: "/graphql",
        run: () => run("transactionsByMemo", { ...target, id: "rent" }),
        shows: shows("memo archive.yaml", /^memo: rent$[^]*^found: 1 transaction$/m),
      },
      "contract balance (2.8)": {
        path: "/metadata",
        run: () => run("openContract", { ...target, id: contractIds.stake }),
        shows: shows(".json", /"balance"/),
        showsAnything: true,
      },
    };

    for (const [title, row] of Object.entries(rows)) {
      const isUpload = row.path === "/upload_driver";

      it(`${title}: whatever else a node sends is one sentence`, async () => {
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        if (isUpload) {
          await run("uploadDriver", { ...target, contractId: contractIds.counter }, file("wasm"));
          await shows("to upload.yaml", /^sha3_256:/m)();
        }
        for (const [what, [control, body]] of Object.entries(hostile)) {
          const before = documents().map(({ uri }) => uri.path);
          errors = [];
          const fault = row.streams && control === "drop" ? {} : body;
          await sandbox.control(control, { ...fault, path: row.path, count: 50 });
          await row.run();
          await sandbox.control("reset");
          if (row.showsAnything && errors.length === 0) {
            const text = documents()
              .map((each) => each.getText())
              .join("\n");
            assert.doesNotMatch(text, /[^\P{Cc}\n]|\p{Cf}/u, what);
            continue;
          }
          assert.equal(errors.length, 1, `${what}: ${errors.join("\n") || "nothing was said"}`);
          assert.match(errors[0]!, /^[^\p{Cc}\p{Cf}]+$/u, what);
          assert.doesNotMatch(errors[0]!, /\]\(command:|<!DOCTYPE/, what);
          const after = documents().map(({ uri }) => uri.path);
          assert.deepEqual(after, before, `${what}: no document`);
          if (title.startsWith("CRS")) await assert.rejects(access(file("crs")), what);
        }
      });

      it(`${title}: what it gives is shown`, async () => {
        errors = [];
        await row.run();
        await row.shows();
        assert.deepEqual(errors, []);
      });
    }
  });
}
