import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(__dirname, "../..");

/** The packaged extension: the one the test run has built, else one packaged now. */
export async function packagedExtension(): Promise<string> {
  const built = process.env.CHAINSCOPE_VSIX;
  if (built && existsSync(built)) return built;
  const file = join(root, "out", "chainscope.vsix");
  await promisify(execFile)("npm", ["run", "--silent", "package"], { cwd: root });
  return file;
}
