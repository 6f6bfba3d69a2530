import assert from "node:assert/strict";
import type { ConnectionConfig } from "../../../../src/client/connectionConfig";
import { SecretHeaders, type SecretStore } from "../../../../src/features/connections/secretHeaders";

class Store implements SecretStore {
  readonly values = new Map<string, string>();
  failing = false;
  get(key: string) {
    return this.failing ? Promise.reject(new Error("locked")) : Promise.resolve(this.values.get(key));
  }
  store(key: string, value: string) {
    if (this.failing) return Promise.reject(new Error("locked"));
    this.values.set(key, value);
    return Promise.resolve();
  }
  delete(key: string) {
    this.values.delete(key);
    return Promise.resolve();
  }
}

const config: ConnectionConfig = {
  ...{ name: "Main", url: "https://node.example/x", timeoutMs: 1, contracts: [], origin: "settings" },
  secretHeaders: ["Authorization"],
};

describe("secret headers", () => {
  const store = () => new Store();
  const never = () => Promise.reject(new Error("nobody may be asked"));

  it("come from the secret storage, and nobody is asked", async () => {
    const kept = store();
    await new SecretHeaders(kept, never).set(config, "Authorization", "Bearer 1");
    const afterReload = new SecretHeaders(kept, never);
    assert.deepEqual(await afterReload.values(config), { Authorization: "Bearer 1" });
  });

  it("are asked for when they are kept nowhere, once", async () => {
    let asked = 0;
    const secrets = new SecretHeaders(store(), () => Promise.resolve(`Bearer ${++asked}`));
    assert.deepEqual(await secrets.values(config), { Authorization: "Bearer 1" });
    assert.deepEqual(await secrets.values(config), { Authorization: "Bearer 1" });
  });

  it("last as long as the window when the storage fails, which is said", async () => {
    const broken = store();
    broken.failing = true;
    const said: string[] = [];
    const secrets = new SecretHeaders(
      broken,
      () => Promise.resolve("Bearer 1"),
      (_config, header) => said.push(header),
    );
    assert.deepEqual(await secrets.values(config), { Authorization: "Bearer 1" });
    assert.deepEqual(await secrets.values(config), { Authorization: "Bearer 1" });
    assert.deepEqual(said, ["Authorization"]);
    assert.equal(broken.values.size, 0);
  });

  it("are said to be missing when the person gives none", async () => {
    const secrets = new SecretHeaders(store(), () => Promise.resolve(undefined));
    await assert.rejects(secrets.values(config), {
      reason: "invalid-input",
      message: /Authorization of Main has no value/,
    });
  });

  it("are not sent to another host that takes the connection's name", async () => {
    const secrets = new SecretHeaders(store(), () => Promise.resolve(undefined));
    await secrets.set(config, "Authorization", "Bearer 1");
    await assert.rejects(secrets.values({ ...config, url: "https://elsewhere.example/x" }));
    assert.deepEqual(await secrets.values({ ...config, url: "https://node.example/y" }), { Authorization: "Bearer 1" });
  });

  it("are there for a copy of the connection as well", async () => {
    const secrets = new SecretHeaders(store(), never);
    await secrets.set(config, "Authorization", "Bearer 1");
    await secrets.copy(config, { ...config, name: "Main 2" });
    for (const name of ["Main", "Main 2"]) {
      assert.deepEqual(await secrets.values({ ...config, name }), { Authorization: "Bearer 1" });
    }
  });

  it("follow a connection to a new name, but not to a new host", async () => {
    const kept = store();
    const secrets = new SecretHeaders(kept, () => Promise.resolve(undefined));
    await secrets.set(config, "Authorization", "Bearer 1");
    const renamed = { ...config, name: "Renamed" };
    await secrets.move(config, renamed);
    assert.deepEqual(await secrets.values(renamed), { Authorization: "Bearer 1" });
    const moved = { ...renamed, url: "https://elsewhere.example" };
    await secrets.move(renamed, moved);
    await assert.rejects(secrets.values(moved));
    assert.equal(kept.values.size, 0);
  });
});
