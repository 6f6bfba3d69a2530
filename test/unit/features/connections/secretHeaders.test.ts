import assert from "node:assert/strict";
import type { ConnectionConfig } from "../../../../src/client/connectionConfig";
import { SecretHeaders, type SecretStore } from "../../../../src/features/connections/model/secretHeaders";

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
  const never = () => Promise.reject(new Error("no one may be asked"));

  it("come from the secret storage, and no one is asked", async () => {
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

  const proxy = { url: "http://me:pw@proxy.example:3128", noProxy: [] as string[], strictSsl: true };
  const weaker: [string, Partial<ConnectionConfig>][] = [
    ["any certificate is accepted", { insecureTls: true }],
    ["another certificate is trusted", { caFile: "/other.pem" }],
    ["there is a proxy", { proxy }],
  ];
  for (const [what, change] of weaker) {
    it(`are asked for again when ${what}, and kept for the way as it is then`, async () => {
      const asked: string[] = [];
      const secrets = new SecretHeaders(store(), (_config, _header, why) => {
        asked.push(why);
        return Promise.resolve("Bearer 2");
      });
      await secrets.set(config, "Authorization", "Bearer 1");
      const changed = { ...config, ...change };
      await secrets.move(config, changed);
      assert.deepEqual(await secrets.values(config), { Authorization: "Bearer 1" });
      assert.deepEqual(asked, []);
      for (const arrival of [changed, changed, config]) {
        assert.deepEqual(await secrets.values(arrival), { Authorization: "Bearer 2" });
      }
      assert.deepEqual(asked, ["weaker"]);
    });

    it(`are not sent when ${what} and no one gives them again`, async () => {
      const kept = store();
      await new SecretHeaders(kept, never).set(config, "Authorization", "Bearer 1");
      const secrets = new SecretHeaders(kept, () => Promise.resolve(undefined));
      await assert.rejects(secrets.values({ ...config, ...change }), {
        reason: "invalid-input",
        message: /Authorization of Main was given before the connection's certificates or proxy changed/,
      });
      assert.deepEqual(await secrets.values(config), { Authorization: "Bearer 1" });
    });
  }

  it("go on with another password of the proxy, and with a proxy that does not stand for this host", async () => {
    const secrets = new SecretHeaders(store(), never);
    await secrets.set({ ...config, proxy }, "Authorization", "Bearer 1");
    const other = { ...proxy, url: "http://me:pw2@proxy.example:3128" };
    const excepted = { ...proxy, url: "http://elsewhere.example", noProxy: ["node.example"] };
    for (const each of [other, excepted]) {
      assert.deepEqual(await secrets.values({ ...config, proxy: each }), { Authorization: "Bearer 1" });
    }
  });

  it("are those that another window stored last, and the connection that has old ones is told once", async () => {
    const shared = store();
    const [one, other] = [new SecretHeaders(shared, never), new SecretHeaders(shared, never)];
    await one.set(config, "Authorization", "Bearer 1");
    for (const window of [one, other]) await window.values(config);
    assert.equal(await other.isOutdated(config), false);
    await one.set(config, "Authorization", "Bearer 2");
    assert.deepEqual([await other.isOutdated(config), await other.isOutdated(config)], [true, false]);
    assert.deepEqual(await other.values(config), { Authorization: "Bearer 2" });
    assert.equal(await other.isOutdated(config), false);
  });

  it("do not make a connection outdated by being given to it", async () => {
    const secrets = new SecretHeaders(store(), () => Promise.resolve("Bearer 1"));
    await secrets.values(config);
    assert.equal(await secrets.isOutdated(config), false);
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
