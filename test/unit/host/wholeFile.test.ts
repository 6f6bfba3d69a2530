import assert from "node:assert/strict";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenFree, writeWholeFile } from "../../../src/host/wholeFile";

describe("a file that is written whole or not at all", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-file-"));
    path = join(folder, "driver.wasm");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const bytes = (text: string) => new TextEncoder().encode(text);
  const unfinished = async () => join(folder, (await readdir(folder)).find((name) => name.endsWith(".part")) ?? "");

  it("holds all chunks in their order, and nothing is beside it", async () => {
    const written = await writeWholeFile(path, async (write) => {
      for (const chunk of ["one ", "two ", "three"]) await write(bytes(chunk));
    });
    assert.deepEqual([written, await readFile(path, "utf8")], [13, "one two three"]);
    assert.deepEqual(await readdir(folder), ["driver.wasm"]);
  });

  it("is not there before all of it is", async () => {
    await writeWholeFile(path, async (write) => {
      await write(bytes("half"));
      assert.equal((await readdir(folder)).includes("driver.wasm"), false);
    });
    assert.equal(await readFile(path, "utf8"), "half");
  });

  it("stays as it was when its content breaks off, and what broke it is passed on", async () => {
    await writeFile(path, "before");
    const broken = new Error("the node hung up");
    const writing = writeWholeFile(path, async (write) => {
      await write(bytes("half"));
      throw broken;
    });
    await assert.rejects(writing, (thrown) => thrown === broken);
    assert.deepEqual([await readdir(folder), await readFile(path, "utf8")], [["driver.wasm"], "before"]);
  });

  it("stays as it was when the disk kept less than was written", async () => {
    await writeFile(path, "before");
    const writing = writeWholeFile(path, async (write) => {
      await write(bytes("all of it"));
      await truncate(await unfinished(), 3);
    });
    await assert.rejects(writing, /driver\.wasm was not written: only 3 of 9 bytes are in it\. Make room/);
    assert.deepEqual([await readdir(folder), await readFile(path, "utf8")], [["driver.wasm"], "before"]);
  });

  it("cannot be written where there is no folder, or where the folder goes meanwhile", async () => {
    await assert.rejects(
      writeWholeFile(join(folder, "none", "a"), (write) => write(bytes("a"))),
      /was not written: ENOENT/,
    );
    const passing = join(folder, "passing");
    await mkdir(passing);
    const writing = writeWholeFile(join(passing, "a"), async (write) => {
      await write(bytes("a"));
      await rm(passing, { recursive: true });
    });
    await assert.rejects(writing, /was not written: ENOENT/);
  });

  it("takes no place of a folder or a device", async () => {
    await assert.rejects(
      writeWholeFile(folder, (write) => write(bytes("a"))),
      /something else than a file/,
    );
    await assert.rejects(
      writeWholeFile("/dev/null", (write) => write(bytes("a"))),
      /something else than a file/,
    );
  });

  it("keeps the permissions of the file it replaces, and a link to it", async () => {
    await writeFile(path, "before");
    await chmod(path, 0o640);
    const link = join(folder, "link");
    await symlink(path, link);
    await writeWholeFile(link, (write) => write(bytes("after")));
    assert.deepEqual([await readlink(link), await readFile(path, "utf8")], [path, "after"]);
    assert.equal((await stat(path)).mode & 0o777, 0o640);
  });
});

describe("a file that another program of Windows looks at", () => {
  const held = (code: string, times: number) => {
    let tries = 0;
    const work = () => {
      tries++;
      return tries <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
    };
    return { work, tries: () => tries };
  };
  const windows = { platform: "win32", pauseMs: 0, tries: 4 } as const;

  it("is replaced as soon as it is free", async () => {
    for (const code of ["EPERM", "EACCES", "EBUSY"]) {
      const file = held(code, 3);
      await whenFree(file.work, windows);
      assert.equal(file.tries(), 4, code);
    }
  });

  it("is given up in the end, and at once for any other reason and on other systems", async () => {
    const never = held("EPERM", Infinity);
    await assert.rejects(whenFree(never.work, windows), /EPERM/);
    assert.equal(never.tries(), 4);
    for (const [code, platform] of [
      ["ENOSPC", "win32"],
      ["EPERM", "linux"],
      ["EPERM", "darwin"],
    ] as const) {
      const other = held(code, 1);
      await assert.rejects(whenFree(other.work, { ...windows, platform }), new RegExp(code));
      assert.equal(other.tries(), 1);
    }
  });
});
