import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { driverModule } from "../../src/sandbox/driver/driverModule";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { Workbench } from "../support/workbench";

/** A node of the interface's document with an archive and a prover, and one like deployed ones with neither. */
describe("routes of a node, by hand", function () {
  this.timeout(180_000);
  const module = driverModule({ schema: '{"functions":[]}', version: "9", events: new Map() });
  let folder: string;
  let local: Sandbox;
  let deployed: Sandbox;
  let accounts: string[];
  let blobs: { hash: string; bytes: number }[];
  let vscode: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-routes-"));
    [local, deployed] = await Promise.all([
      startSandbox({ blockMs: 0, roles: ["archive", "prover"] }),
      startSandbox({ blockMs: 0, roles: ["plain"], args: ["--like", "1.4", "--prefix", "Rusk"] }),
    ]);
    ({ accounts, blobs } = (await local.control("state")) as { accounts: string[]; blobs: typeof blobs });
    await local.control("transaction", { value: "1500000000", memo: "rent", receiver: accounts[1], propagate: true });
    await local.control("block", { count: 8 });
    await writeFile(join(folder, "counter.wasm"), module);
    await writeFile(join(folder, "input.bin"), "what is to be proved");
    const contracts = [{ name: "Counter", id: contractIds.counter }];
    vscode = await Workbench.open({
      ...{ host: "oldest", name: "routes", folder, extensionDevelopmentPath: resolve(__dirname, "../..") },
      settings: {
        "files.simpleDialog.enable": true,
        "chainscope.connections": [
          { name: "Local", url: local.url, contracts },
          { name: "Deployed", url: deployed.url, prefix: "Rusk", role: "production", contracts },
        ],
      },
      size: { width: 1500, height: 900 },
    });
    await vscode.useTheme("dark");
    await vscode.sideBar.open("Chainscope");
  });
  after(async () => {
    await vscode?.close();
    await Promise.all([local?.stop(), deployed?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const tree = () => vscode.sideBar.tree("Connections");
  const shown = async (tab: string | RegExp, wanted: RegExp) => {
    const name = await vscode.editor.untilActive(tab);
    await vscode.editor.untilText(String(wanted), (text) => wanted.test(text), name);
    return name;
  };
  const pressed = async (tab: string, lens: string) => {
    await vscode.editor.focus(tab);
    await vscode.screen.eventually(
      `the lens ${lens}`,
      () => vscode.editor.lenses(),
      (all) => all.includes(lens),
    );
    await vscode.editor.pressLens(lens);
  };
  /** Names a file of the folder in a dialog. */
  const chooseFile = async (dialog: string, name: string) => {
    await vscode.quickInput.shows(dialog);
    await vscode.quickInput.enterPath(join(folder, name));
  };
  const pictures = async (name: string) => {
    for (const theme of ["light", "high-contrast", "dark"] as const) {
      await vscode.useTheme(theme);
      await vscode.screenshot(`routes-${name}-${theme}`);
    }
  };

  it("sends a request to a path that is completed in the box, and shows the response", async () => {
    await vscode.runCommand("Chainscope: Send Request…");
    await vscode.quickInput.shows("Path, such as /on/node/info");
    await vscode.quickInput.type("get_version");
    await vscode.screen.eventually(
      "the paths with the contracts' names",
      () => vscode.quickInput.items(),
      (items) =>
        items.some(
          ({ label, description }) => label === "/on/driver:c0047e2a…4d62/get_version" && description === "Counter",
        ),
    );
    await vscode.screenshot("routes-paths-dark");
    await vscode.quickInput.pick("/on/driver:<id>/get_version");
    await vscode.screen.eventually(
      "the path to complete",
      () => vscode.quickInput.read(),
      ({ value }) => value === "/on/driver:<id>/get_version",
    );
    await vscode.quickInput.type(`/on/driver:${contractIds.counter}/get_version`);
    await vscode.quickInput.pick(`Send to /on/driver:${contractIds.counter}/get_version`);
    await vscode.quickInput.shows("What to send");
    await vscode.quickInput.pick("No body");
    const tab = await shown(/^Local driver c0047e2a\S* get_version response\.yaml$/, /^status: 200 OK$[^]*---/m);
    await pressed(tab, "Save Request…");
    await chooseFile("Save Request", "version.request.json");
    await shown("version.request.json", /"path": "\/on\/driver:c0047/);
    await pressed("version.request.json", "Send on Local");
    await pictures("response");
  });

  it("opens a blob by its hash, and saves its bytes", async () => {
    const { hash = "", bytes } = blobs[1] ?? {};
    await vscode.runCommand("Chainscope: Open Blob…");
    await vscode.quickInput.type("12");
    await vscode.quickInput.message("this has 2");
    await vscode.quickInput.enter(hash);
    const tab = await shown(new RegExp(`^Local blob ${hash.slice(0, 8)}`), /^size: 64 bytes$[^]*00000000/m);
    await vscode.screenshot("routes-blob-dark");
    await pressed(tab, "Save Bytes…");
    await chooseFile("Save Bytes", "one.blob");
    await vscode.screen.eventually(
      "the file",
      () =>
        readFile(join(folder, "one.blob")).then(
          ({ length }) => length,
          () => 0,
        ),
      (length) => length === bytes,
    );
  });

  it("shows what is to be signed of a driver, and uploads it with the signature that is pasted", async () => {
    await tree().expand("Local", "Contracts");
    await tree().chooseFromMenu(["Local", "Contracts", "Counter"], "Upload Driver…");
    await chooseFile("Driver of Counter", "counter.wasm");
    const tab = await shown(/^Local driver of c0047e2a\S* to upload\.yaml$/, /^sha3_256:\s+[0-9a-f]{40}[^]*removed:/m);
    await pictures("upload");
    await pressed(tab, "Upload with a Signature…");
    await vscode.quickInput.shows("Upload Driver of Counter");
    await vscode.quickInput.type("0xab c");
    await vscode.quickInput.message("The signature is not hex");
    await vscode.quickInput.enter("00ff");
    await vscode.screen.eventually(
      "what the node says of another's signature",
      () => vscode.quickInput.read(),
      ({ open, message, problem }) => open && problem && /signature|hash|verif/i.test(message),
    );
    await vscode.screenshot("routes-signature-refused-dark");
    await vscode.quickInput.enter(local.signature(module));
    await vscode.notifications.until("The driver of Counter on Local is the uploaded one.");
  });

  it("tells the digest of the driver in the tree, to be copied", async () => {
    await tree().expand("Local", "Contracts", "Counter");
    await tree().expand("Local", "Contracts", "Counter", "Driver");
    await tree().click("Local", "Contracts", "Counter", "Driver", "sha3_256");
    await tree().until("the digest", (rows) =>
      rows.some(({ label, description }) => label === "sha3_256" && /^[0-9a-f]{64}$/.test(description)),
    );
    assert.ok((await tree().menu("Local", "Contracts", "Counter", "Driver", "sha3_256")).includes("Copy Value"));
    await tree().collapse("Local", "Contracts", "Counter");
  });

  it("has a proof made of a file", async () => {
    await tree().chooseFromMenu(["Local", "Node"], "Prove…");
    await vscode.quickInput.pick("The bytes of a file…");
    await chooseFile("Prove on Local", "input.bin");
    await shown("Local proof response.yaml", /^input: 20 bytes$[^]*^proof: 1 KiB$/m);
    await vscode.screenshot("routes-proof-dark");
  });

  it("shows the history of an account, the final events of a contract page by page, and transactions by memo", async () => {
    await tree().chooseFromMenu(["Local", "Statistics"], "Account History…");
    await vscode.quickInput.pick("Sent and received");
    await vscode.quickInput.enter(accounts[1] ?? "");
    await shown(/^Local all .* archive\.yaml$/, /^found: \d+ transactions?$[^]*1\.5 coins/m);
    await tree().chooseFromMenu(["Local", "Statistics"], "Transactions by Memo…");
    await vscode.quickInput.enter("rent");
    await shown("Local memo archive.yaml", /^memo: rent$[^]*^found: 1 transaction$/m);
    await tree().chooseFromMenu(["Local", "Contracts", "Stake contract"], "Finalized Events…");
    const tab = await shown(/^Local events of .* archive\.yaml$/, /^found: 50 events, and more$/m);
    await pressed(tab, "Next Page");
    await shown(tab, /^found: (?!50 )\d+ events/m);
    await pictures("archive");
  });

  it("asks the gas price over as many transactions as are wanted", async () => {
    await tree().collapse("Local", "Contracts");
    await tree().expand("Local", "Mempool");
    await tree().chooseFromMenu(["Local", "Mempool", "gas price"], "Set Number of Transactions for the Gas Price…");
    await vscode.quickInput.type("0");
    await vscode.quickInput.message("from 1 to 999999");
    await vscode.quickInput.enter("1");
    await tree().until("the price", (rows) =>
      rows.some(({ description }) => description.endsWith("over the 1 best paying at most")),
    );
    await tree().collapse("Local");
  });

  describe("of a deployed node", () => {
    it("are grey where it has nothing for them, and the rows say why", async () => {
      await tree().expand("Deployed");
      await tree().until("what it lacks", (rows) =>
        rows.some(({ label, description }) => label === "Statistics" && description.startsWith("archive nodes only")),
      );
      assert.deepEqual(await tree().greyed("Deployed", "Statistics"), ["Account History…", "Transactions by Memo…"]);
      assert.deepEqual(await tree().greyed("Deployed", "Node"), ["Prove…"]);
      await vscode.screenshot("routes-grey-dark");
    });

    it("ask before a request goes to production, and say what it refuses in its words", async () => {
      await vscode.runCommand("Chainscope: Switch Connection…");
      await vscode.quickInput.pick("Deployed");
      await vscode.runCommand("Chainscope: Send Request…");
      await vscode.quickInput.type("/on/node/nope");
      await vscode.quickInput.pick("Send to /on/node/nope");
      await vscode.quickInput.pick("No body");
      await vscode.notifications.dialog("Send /on/node/nope on Deployed (production)?");
      await vscode.notifications.pressInDialog("Send");
      await shown("Deployed node nope response.yaml", /^status: \d{3} .*$[^]*^means: /m);
      await vscode.screenshot("routes-refused-dark");
    });

    it("open a blob, whose bytes came as hex", async () => {
      await vscode.runCommand("Chainscope: Open Blob…");
      await vscode.quickInput.enter(blobs[1]?.hash ?? "");
      await shown(/^Deployed blob /, /^size: 64 bytes$/m);
    });
  });
});
