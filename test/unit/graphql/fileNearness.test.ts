import assert from "node:assert/strict";
import { nearestFirst, shortNames } from "../../../src/graphql/text/fileNearness";

describe("the files of a workspace", () => {
  it("are the nearer the fewer folders are between them", () => {
    const files = ["file:///w/z.gql", "file:///w/a/c/x.gql", "file:///w/b/y.gql", "file:///w/a/b.gql"];
    const ranked = nearestFirst(
      files.map((file) => ({ file })),
      "file:///w/a/own.gql",
    );
    assert.deepEqual(
      ranked.map(({ file }) => file),
      ["file:///w/a/b.gql", "file:///w/a/c/x.gql", "file:///w/z.gql", "file:///w/b/y.gql"],
    );
  });

  it("come in one order, in whichever they were found", () => {
    const files = ["file:///w/b.gql", "file:///w/a.gql"].map((file) => ({ file }));
    const own = "file:///w/c.gql";
    assert.deepEqual(nearestFirst(files, own), nearestFirst([...files].reverse(), own));
  });

  it("are named without the folders that all are in, whatever their names", () => {
    assert.deepEqual(shortNames(["file:///w/a%20b/x.gql", "file:///w/y.gql"]), ["a b/x.gql", "y.gql"]);
    assert.deepEqual(shortNames(["file:///w/x.gql", "file:///w/x.gql"]), ["x.gql", "x.gql"]);
    assert.deepEqual(shortNames(["untitled:One", "file:///w/%E0%A4%A"]), ["untitled:One", "file:///w/%E0%A4%A"]);
    assert.deepEqual(shortNames([]), []);
  });
});
