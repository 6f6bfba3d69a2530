import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { build } from "esbuild";

const root = resolve(__dirname, "..");

/** Finds how long the loop of a window's extension host is held, by an extension in it that does nothing but look. */
export class HeldHost {
  /** What the window is to be opened with. */
  readonly options: { vsix: string[]; env: Record<string, string> };

  private constructor(
    vsix: string,
    private readonly socket: string,
  ) {
    this.options = { vsix: [vsix], env: { CHAINSCOPE_WATCH_SOCKET: socket } };
  }

  /** Packs the extension; the folder is for its files alone. */
  static async in(folder: string): Promise<HeldHost> {
    const source = join(folder, "watch");
    const vsix = join(folder, "watch.vsix");
    await mkdir(source, { recursive: true });
    const manifest = {
      ...{ name: "watched-host", publisher: "chainscope-bench", version: "1.0.0", license: "MIT" },
      ...{ engines: { vscode: "^1.100.0" }, activationEvents: ["*"], main: "./main.js" },
      repository: "https://localhost/watch",
    };
    await writeFile(join(source, "package.json"), JSON.stringify(manifest));
    for (const file of ["README.md", "LICENSE"]) await writeFile(join(source, file), "Part of a benchmark.\n");
    await build({
      ...{ entryPoints: [join(__dirname, "watchedHost.ts")], outfile: join(source, "main.js"), bundle: true },
      ...{ platform: "node", format: "cjs", logLevel: "warning" },
    });
    const vsce = join(root, "node_modules/@vscode/vsce/vsce");
    await promisify(execFile)(process.execPath, [vsce, "package", "--no-dependencies", "--out", vsix], { cwd: source });
    return new HeldHost(vsix, join(folder, "socket"));
  }

  /** Processor milliseconds of the longest stretch since the last time this was asked; answers when the loop is free. */
  take(): Promise<number> {
    return new Promise((found, reject) => {
      const asked = request({ socketPath: this.socket }, (response) => {
        text(response).then(Number).then(found, reject);
      });
      asked.once("error", reject).end();
    });
  }
}
