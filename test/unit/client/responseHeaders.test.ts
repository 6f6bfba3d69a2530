import assert from "node:assert/strict";
import { deprecationOf } from "../../../src/client/http/responseHeaders";

const deprecated = (link: string) => deprecationOf({ deprecation: "true", link });

describe("the headers of a deprecated route", () => {
  const links: [link: string, successor: string | undefined][] = [
    ['</on/new>; rel="successor-version"', "/on/new"],
    ["</on/new>;rel=successor-version", "/on/new"],
    ['</docs>; rel="help", </on/new>; title="new, and better"; rel="successor-version"', undefined],
    ['</docs>; rel="help", </on/new>; title="new"; REL="Successor-Version"', "/on/new"],
    ['</a,b>; rel="help successor-version"', "/a,b"],
    ['</on/old>; rel="predecessor-version"', undefined],
    ["</on/new", undefined],
    ["", undefined],
  ];
  for (const [link, successor] of links) {
    it(`name ${successor ?? "no successor"} by ${JSON.stringify(link)}`, () => {
      assert.equal(deprecated(link)?.successor, successor);
    });
  }

  it("are read in one pass, however they are repeated", () => {
    const started = performance.now();
    for (const part of ["<", "<>", "<>;", "<>,", "<>; rel=", "; ", "=", '"', "<>; rel=x "]) {
      assert.equal(deprecated(part.repeat(200_000))?.successor, undefined);
    }
    assert.ok(performance.now() - started < 5000);
  });
});
