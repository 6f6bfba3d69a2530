import assert from "node:assert/strict";
import { ConnectionKeys } from "../../../../src/features/connections/connectionKeys";

describe("what connections are known by", () => {
  const kept = (update: () => Promise<void>) => ({ get: () => undefined, update }) as never;

  it("goes along with a new name, and another that takes the old one gets a key of its own", () => {
    const told: unknown[] = [];
    const keys = new ConnectionKeys(
      kept(() => Promise.resolve()),
      (error) => told.push(error),
    );
    keys.rename({ name: "Local" }, "Home");
    const given = keys.given([{ name: "Home" }, { name: "Local" }] as never);
    assert.deepEqual(
      given.map(({ name, key }) => [name, key]),
      [
        ["Home", "Local"],
        ["Local", "Local 2"],
      ],
    );
    assert.deepEqual(told, []);
  });

  it("is told where it could not be written down, since a later window would not know it", async () => {
    const told: unknown[] = [];
    const full = () => Promise.reject(new Error("the disk is full"));
    new ConnectionKeys(kept(full), (error) => told.push(error)).rename({ name: "Local" }, "Home");
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(String(told[0]), /the disk is full/);
  });
});
