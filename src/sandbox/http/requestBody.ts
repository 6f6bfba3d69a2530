import type { IncomingMessage } from "node:http";
import { Dropped, Refusal, refuse } from "./answer";
import { graphqlFailure } from "../graphql/graphqlRun";

const kibi = 1024;

/** The whole body; 413 when it exceeds the limit of its route. */
export async function readBody(request: IncomingMessage, path: string): Promise<Buffer> {
  const limit = bodyLimit(path);
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      // The rest is read and thrown away: an answer before the end would be lost in a connection reset.
      if (length <= limit) chunks.push(chunk);
    });
    request.on("end", resolve);
    request.on("close", () => reject(new Dropped()));
  });
  if (length > limit) throw path.startsWith("/graphql") ? tooLargeQuery(limit) : refuse.tooLarge(limit);
  return Buffer.concat(chunks);
}

/** The refusal that has the shape of a GraphQL answer. */
function tooLargeQuery(limit: number): Refusal {
  const { kind, text } = refuse.tooLarge(limit);
  return new Refusal(413, graphqlFailure(kind + text), "", { "content-type": "application/json" });
}

/** What the paths of the controls begin with. */
export const controlPath = "/sandbox/";

function bodyLimit(path: string): number {
  if (path.startsWith(controlPath)) return 32 * kibi * kibi;
  if (path.startsWith("/graphql")) return 256 * kibi;
  return path.endsWith("/upload_driver") ? 2 * kibi * kibi : 3 * kibi * kibi;
}
