import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The largest public schema at hand, some 40 000 lines, and a query of some hundred against it. */
export function largeSchema(root: string): { sdl: string; query: string } {
  const sdl = readFileSync(join(root, "node_modules/@octokit/graphql-schema/schema.graphql"), "utf8");
  const part = (index: number) => `  r${index}: repository(owner: "o", name: "n") {
    issues(first: 10, states: OPEN) { nodes { title author { login } comments(first: 5) { totalCount } } }
    pullRequests(first: 10) { nodes { title mergeable reviews(first: 3) { nodes { state ...Review } } } }
    defaultBranchRef { name target { ... on Commit { history(first: 2) { nodes { oid messageHeadline } } } } }
  }`;
  const parts = Array.from({ length: 35 }, (_, index) => part(index)).join("\n");
  const fragment = "fragment Review on PullRequestReview { body createdAt author { login } }";
  return { sdl, query: `query Large($login: String!) {\n  user(login: $login) { name }\n${parts}\n}\n\n${fragment}\n` };
}

/** Where a person could be typing: the text up to each of these is kept, and a letter follows. */
export function typingTargets(query: string): number[] {
  const text = [...query.matchAll(/\b(?:issues|title|nodes|comments|reviews|target|history|author)\b/g)];
  return text.filter((_, index) => index % 7 === 0).map(({ index }) => index + 1);
}
