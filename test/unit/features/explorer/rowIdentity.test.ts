import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import type { ExplorerNode } from "../../../../src/features/explorer/explorerNode";
import { RowIdentity } from "../../../../src/features/explorer/rowIdentity";

const connection = new Connection({ name: "a/b", url: "http://h:1", timeoutMs: 1, contracts: [], origin: "settings" });
const root: ExplorerNode = { kind: "connection", connection };
const peers = (...addresses: string[]): ExplorerNode[] =>
  addresses.map((address) => ({ kind: "peer", connection, at: address, address }));
const field = (value: number, words?: string): ExplorerNode => {
  return { kind: "field", connection, at: "node/x", name: "x", value, ...(words && { words }) };
};

describe("the rows of a tree", () => {
  it("keep their object across refreshes, with the data of the latest", () => {
    const rows = new RowIdentity();
    const [parent] = rows.adopt(undefined, [root]);
    const [before] = rows.adopt(parent, [field(1, "one")]);
    const [after] = rows.adopt(parent, [field(2)]);
    assert.equal(after, before);
    assert.deepEqual(after, field(2));
  });

  it("are forgotten when they are gone, with all below them", () => {
    const rows = new RowIdentity();
    const [parent] = rows.adopt(undefined, [root]);
    const [group] = rows.adopt(parent, [field(1)]);
    const [peer] = rows.adopt(group, peers("p"));
    rows.adopt(parent, []);
    assert.deepEqual([rows.find(group!), rows.find(peer!)], [undefined, undefined]);
  });

  it("survive moving to another row", () => {
    const rows = new RowIdentity();
    const [parent] = rows.adopt(undefined, [root]);
    const [one, other] = rows.adopt(parent, [field(1), ...peers("other")]);
    const [moving] = rows.adopt(one, peers("p"));
    assert.equal(rows.adopt(other, peers("p"))[0], moving);
    rows.adopt(one, []);
    assert.equal(rows.find(moving!), moving);
    assert.equal(rows.parentOf(moving!), other);
  });

  it("with one id get an id each", () => {
    const rows = new RowIdentity();
    const twins = rows.adopt(undefined, peers("p", "p"));
    assert.equal(new Set(twins.map((row) => rows.idOf(row))).size, 2);
  });

  it("are drawn anew only when they look otherwise than they were drawn", () => {
    const rows = new RowIdentity();
    const [row] = rows.adopt(undefined, [root]);
    assert.equal(rows.differs(row!, { label: "up" }), false, "a row that was never drawn is not in sight");
    rows.drew(row!, { label: "up" });
    assert.deepEqual([rows.differs(row!, { label: "up" }), rows.differs(row!, { label: "failed" })], [false, true]);
  });

  it("are shown only while all rows above them are open", () => {
    const rows = new RowIdentity();
    const [top] = rows.adopt(undefined, [root]);
    const [section] = rows.adopt(top, [field(1)]);
    const [peer] = rows.adopt(section, peers("p"));
    assert.equal(rows.isShown(peer!), false, "nobody asked for them yet");
    rows.asked(top!);
    rows.asked(section!);
    assert.equal(rows.isShown(peer!), true);
    rows.closed(top!);
    assert.equal(rows.isShown(peer!), false);
    assert.equal(rows.openChildren(top!), undefined);
    assert.deepEqual(rows.openChildren(section!), [peer]);
  });

  it("that are closed and opened again say so once", () => {
    const rows = new RowIdentity();
    const [top] = rows.adopt(undefined, [root]);
    rows.asked(top!);
    assert.equal(rows.opened(top!), false);
    rows.closed(top!);
    assert.deepEqual([rows.opened(top!), rows.opened(top!)], [true, false]);
    assert.equal(rows.openChildren(top!), undefined, "nothing has come below it");
  });

  it("stay closed when what was asked for below them comes later", () => {
    const rows = new RowIdentity();
    const [top] = rows.adopt(undefined, [root]);
    rows.asked(top!);
    rows.closed(top!);
    const [section] = rows.adopt(top, [field(1)]);
    assert.deepEqual([rows.openChildren(top!), rows.isShown(section!)], [undefined, false]);
  });
});
