import assert from "node:assert/strict";
import { BegunOnce } from "../../../src/base/begunOnce";

describe("work that is begun once", () => {
  let done: number;
  let told: unknown[];
  beforeEach(() => {
    done = 0;
    told = [];
  });
  const counting = () => new BegunOnce(() => Promise.resolve(++done), told.push.bind(told));
  const failing = () => new BegunOnce(() => Promise.reject(new Error("a file is gone")), told.push.bind(told));
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("is done once, by whatever asks for it first, and comes to the same for each", async () => {
    const once = counting();
    const before = once.soFar;
    assert.equal(before, undefined);
    once.begin();
    assert.deepEqual(await Promise.all([once.get(), once.get(), once.soFar]), [1, 1, 1]);
    assert.deepEqual(told, []);
  });

  it("is told to have failed once, however many began it without waiting", async () => {
    const once = failing();
    once.begin();
    once.begin();
    await assert.rejects(once.get(), /a file is gone/);
    once.begin();
    await settled();
    assert.deepEqual(told.map(String), ["Error: a file is gone"]);
  });

  it("fails alone for those that wait for it", async () => {
    await assert.rejects(failing().get(), /a file is gone/);
    await settled();
    assert.deepEqual(told, []);
  });

  it("begins where a search finds something or fails, and nowhere else", async () => {
    const once = counting();
    once.beginIfAny(Promise.resolve([]));
    await settled();
    const before = once.soFar;
    assert.equal(before, undefined, "nothing was found");
    once.beginIfAny(Promise.reject(new Error("the folder cannot be searched")));
    await settled();
    assert.equal(await once.soFar, 1, "what is begun searches again, and tells that it failed");
    const other = counting();
    other.beginIfAny(Promise.resolve(["get.call.json"]));
    await settled();
    assert.equal(await other.soFar, 2);
  });
});
