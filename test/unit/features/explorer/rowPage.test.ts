import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import type { ExplorerNode } from "../../../../src/features/explorer/model/rows/explorerNode";
import { RowIdentity } from "../../../../src/features/explorer/model/rows/rowIdentity";
import { isPager, RowPages } from "../../../../src/features/explorer/model/rows/rowPage";

const connection = new Connection({ name: "n", url: "http://h:1", timeoutMs: 1, contracts: [], origin: "settings" });
const parent: ExplorerNode = { kind: "section", connection, section: "network" };
const peers = (count: number): ExplorerNode[] =>
  Array.from({ length: count }, (_, at) => ({ kind: "peer", connection, at: `${at}`, address: `peer ${at}` }));

/** The rows that are shown, a run of peers as its first and last number. */
function shown(pages: RowPages, rows: ExplorerNode[], below = parent): string[] {
  const said: string[] = [];
  let run: string[] = [];
  const end = () => {
    if (run.length > 0) said.push(`${run[0]}–${run.at(-1)}`);
    run = [];
  };
  for (const row of pages.of(below, rows)) {
    if (row.kind === "peer") run.push(row.at);
    else {
      end();
      said.push("text" in row ? `${row.text}` : row.kind);
    }
  }
  end();
  return said;
}

function press(pages: RowPages, rows: ExplorerNode[], text: string): void {
  const row = pages.of(parent, rows).find((each) => isPager(each) && "text" in each && each.text?.startsWith(text));
  assert.ok(row, text);
  pages.more(row);
}

describe("the pages of a long list", () => {
  it("are one at first, then one more each time, with the number of rows that are left", () => {
    const pages = new RowPages();
    const rows = peers(1200);
    assert.deepEqual(shown(pages, rows), ["0–499", "Show 500 more, 700 are left"]);
    press(pages, rows, "Show 500 more");
    assert.deepEqual(shown(pages, rows), ["0–999", "Show 200 more, 200 are left"]);
    press(pages, rows, "Show 200 more");
    assert.deepEqual(shown(pages, rows), ["0–1199"]);
  });

  for (const count of [0, 1, 499, 500]) {
    it(`are not offered for ${count} rows`, () => assert.equal(new RowPages().of(parent, peers(count)).length, count));
  }

  it("are few at a time however many there are, and every row can be reached there and back", () => {
    const pages = new RowPages();
    const rows = peers(20_000);
    const seen = new Set<ExplorerNode>();
    const look = () => {
      const now = pages.of(parent, rows);
      assert.ok(now.length <= 2002);
      for (const row of now) seen.add(row);
      return now;
    };
    for (let left = look().at(-1)!; isPager(left); left = look().at(-1)!) pages.more(left);
    assert.ok(rows.every((row) => seen.has(row)));
    assert.deepEqual(shown(pages, rows), ["Show 500 before, 18000 are above", "18000–19999"]);
    seen.clear();
    for (let above = look()[0]!; isPager(above); above = look()[0]!) pages.more(above);
    assert.ok(rows.every((row) => seen.has(row)));
    assert.deepEqual(shown(pages, rows), ["0–1999", "Show 500 more, 18000 are left"]);
  });

  it("stay while the list is short, and are those at its end meanwhile", () => {
    const pages = new RowPages();
    for (let page = 0; page < 6; page++) press(pages, peers(9000), "Show 500 more");
    const before = shown(pages, peers(9000));
    assert.deepEqual(before, ["Show 500 before, 1500 are above", "1500–3499", "Show 500 more, 5500 are left"]);
    assert.deepEqual(shown(pages, peers(3)), ["0–2"]);
    assert.deepEqual(shown(pages, peers(2100)), ["Show 500 before, 500 are above", "500–2099"]);
    assert.deepEqual(shown(pages, []), []);
    assert.deepEqual(shown(pages, peers(9000)), before);
  });

  it("always begin with what went wrong when the list was to be renewed", () => {
    const pages = new RowPages();
    const failed: ExplorerNode[] = [
      { kind: "problem", connection, at: "peers", message: "It failed." },
      { kind: "retry", connection, at: "peers", part: "peers" },
    ];
    const rows = [...failed, ...peers(5000)];
    for (let page = 0; page < 5; page++) press(pages, rows, "Show 500 more");
    assert.deepEqual(shown(pages, rows).slice(0, 3), ["problem", "retry", "Show 500 before, 1000 are above"]);
    assert.equal(shown(pages, rows).at(-1), "Show 500 more, 2000 are left");
  });

  it("leave blocks alone, which are asked for page by page", () => {
    assert.equal(new RowPages().of({ kind: "section", connection, section: "chain" }, peers(700)).length, 700);
  });

  it("give equal rows an id each, also on a later page", () => {
    const ids = new RowIdentity();
    const [top] = ids.adopt(undefined, [{ kind: "connection", connection }]);
    const [list] = ids.adopt(top, [parent]);
    const pages = new RowPages();
    const rows = peers(5000).map((row) => ({ ...row, address: "the same" }) as ExplorerNode);
    for (let page = 0; page < 7; page++) {
      const adopted = ids.adopt(list, pages.of(parent, rows));
      assert.equal(new Set(adopted.map((row) => ids.idOf(row))).size, adopted.length);
      pages.more(adopted.at(-1)!);
    }
  });
});
