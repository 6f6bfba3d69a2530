import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import type { ExplorerNode } from "../../../../src/features/explorer/model/rows/explorerNode";
import { RowIdentity } from "../../../../src/features/explorer/model/rows/rowIdentity";

const connection = new Connection({ name: "a/b", url: "http://h:1", timeoutMs: 1, contracts: [], origin: "settings" });
const root: ExplorerNode = { kind: "connection", connection };
const peers = (...addresses: string[]): ExplorerNode[] =>
  addresses.map((address) => ({ kind: "peer", connection, at: address, address }));
const field = (value: number, text?: string): ExplorerNode => {
  return { kind: "field", connection, at: "node/x", name: "x", value, ...(text && { text }) };
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

  it("have other ids for the editor once they were renamed, and stay the same rows", () => {
    const rows = new RowIdentity();
    const [parent] = rows.adopt(undefined, [root]);
    const [group] = rows.adopt(parent, [field(1)]);
    const [peer] = rows.adopt(group, peers("p"));
    const before = [parent, group, peer].map((row) => rows.editorId(row!));
    rows.renameBelow(parent!);
    assert.deepEqual(rows.adopt(parent, [field(1)]), [group]);
    const after = [parent, group, peer].map((row) => rows.editorId(row!));
    assert.deepEqual(
      after.map((id, at) => id === before[at]),
      [true, false, true],
    );
    assert.equal(new Set([...before, ...after]).size, 4);
  });

  it("with equal names get an id each, and those below them as well", () => {
    const rows = new RowIdentity();
    const [parent] = rows.adopt(undefined, [root]);
    const twins = rows.adopt(parent, [field(1), field(2)]);
    const below = twins.flatMap((twin) => rows.adopt(twin, peers("p", "p", "p#2")));
    const ids = [...twins, ...below].map((row) => rows.idOf(row));
    assert.equal(new Set(ids).size, 8);
    assert.deepEqual(
      below.map((row) => rows.parentOf(row)),
      [...Array<unknown>(3).fill(twins[0]), ...Array<unknown>(3).fill(twins[1])],
    );
  });

  it("have ids of their own also where names look like a place", () => {
    const rows = new RowIdentity();
    const named = (name: string): ExplorerNode => ({ kind: "field", connection, at: name, name, value: 1 });
    const [parent] = rows.adopt(undefined, [root]);
    const [a, slashed] = rows.adopt(parent, [
      named("a"),
      named("a/field:b"),
      named("a#2"),
      named("a%2Fb"),
      named("a/b"),
    ]);
    const [b] = rows.adopt(a, [named("b")]);
    const ids = [a, slashed, b].map((row) => rows.idOf(row!));
    assert.equal(
      new Set([...ids, ...rows.adopt(parent, [named("a"), named("a")]).map((row) => rows.idOf(row))]).size,
      4,
    );
  });

  it("are told apart in time that grows with their number, however many have one name", () => {
    const rows = new RowIdentity();
    const [parent] = rows.adopt(undefined, [root]);
    const many = () => peers(...Array<string>(30_000).fill("same"));
    const first = rows.adopt(parent, many());
    const again = rows.adopt(parent, many());
    assert.equal(new Set(again.map((row) => rows.idOf(row))).size, 30_000);
    assert.ok(again.every((row, index) => row === first[index]));
  });

  it("are redrawn only when they look otherwise than they were drawn", () => {
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
    assert.equal(rows.isShown(peer!), false, "no one asked for them yet");
    rows.asked(top!);
    rows.asked(section!);
    assert.equal(rows.isShown(peer!), true);
    rows.closed(top!);
    assert.equal(rows.isShown(peer!), false);
    assert.equal(rows.openChildren(top!), undefined);
    assert.deepEqual(rows.openChildren(section!), [peer]);
  });

  it("that are drawn open when they are new are open, as the editor opens them, until they are closed", () => {
    const rows = new RowIdentity();
    const [top] = rows.adopt(undefined, [root]);
    const [section] = rows.adopt(top, [field(1)]);
    rows.drew(top!, { label: "node", opens: "open" });
    rows.drew(section!, { label: "section", opens: "closed" });
    assert.deepEqual([rows.isOpen(top!), rows.isOpen(section!)], [true, false]);
    rows.closed(top!);
    rows.drew(top!, { label: "node", opens: "open" });
    rows.drew(section!, { label: "section", opens: "open" });
    assert.deepEqual([rows.isOpen(top!), rows.isOpen(section!)], [false, false], "one that is not new stays as it is");
    rows.opened(section!);
    assert.equal(rows.isOpen(section!), false, "nothing can be seen below a row that is closed");
    rows.opened(top!);
    assert.equal(rows.isOpen(section!), true);
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
