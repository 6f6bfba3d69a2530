import { STATUS_CODES } from "node:http";
import { counted } from "../../../base/words";
import { inSlices } from "../../../base/inSlices";
import { responseText, isJson, isRaw } from "../../../client/http/responseValue";
import type { NodeResponse } from "../../../client/http/nodeResponse";
import type { NodeError } from "../../../client/failures/nodeError";
import { hexInSteps } from "../../../wire/hex";
import { hexDump } from "../../../wire/hexDumpText";
import { scanJson } from "../../../contract/jsonScan";
import { jsonDocumentSteps } from "../../../wire/json/jsonDocument";
import { limits } from "../../../wire/limits";
import { plainYaml } from "../../../wire/plainYaml";
import { sizeText } from "../../../wire/sizeText";
import { visibleLines } from "../../../wire/visibleText";

/** What the answer to a request of a person's own is shown with. */
export interface Asked {
  /** Of which connection, and when. */
  place: string;
  headers: Readonly<Record<string, string>>;
  /** What an answer that is no success means. */
  failure: NodeError | undefined;
}

/** An answer of any route as a document: status, headers, what the node says of a deprecated route, and the body. */
export async function responseDocument(response: NodeResponse, asked: Asked): Promise<string> {
  const { status, route, durationMs, headers, deprecation, size } = response;
  const { what, lines } = await bodyText(response, asked);
  const kept = response.body.length < size ? ` (the first ${sizeText(response.body.length)} were kept)` : "";
  const head = plainYaml({
    status: `${status} ${STATUS_CODES[status] ?? ""}`.trim(),
    means: asked.failure?.message ?? (status === 202 ? "accepted for processing; no answer follows" : undefined),
    took: `${Math.round(durationMs)} ms`,
    deprecated: deprecation?.note,
    successor: deprecation?.successor,
    headers: Object.keys(headers).length > 0 ? { ...headers } : undefined,
    body: size === 0 ? "none" : `${what}${kept}`,
  });
  return `# ${route} on ${asked.place}\n${head}${lines === "" ? "" : `---\n${lines}${lines.endsWith("\n") ? "" : "\n"}`}`;
}

/** The body in the form that it can be read in best, and what that is called. */
async function bodyText(response: NodeResponse, { headers, failure }: Asked): Promise<{ what: string; lines: string }> {
  const { body } = response;
  const size = sizeText(response.size);
  // Failures are words, also of a request for bytes.
  if (body.length > 0 && isRaw(response, failure ? {} : headers)) return { what: size, lines: dumpOf(body) };
  const text = await responseText(response);
  const most = limits.resultValueCharacters;
  if (isJson(response)) {
    const lines = await inSlices(jsonDocumentSteps(text));
    if (lines !== text || text.length > most || scanJson(text) === undefined) return { what: `JSON of ${size}`, lines };
  }
  if (!failure && leastHexDigits.test(text.slice(0, 16))) {
    const bytes = await inSlices(hexInSteps(text)).catch(() => undefined);
    if (bytes) return { what: `hex text of ${counted(bytes.length, "byte")}`, lines: dumpOf(bytes) };
  }
  const more = text.length > most ? `\n… ${text.length - most} more characters` : "";
  const words = visibleLines(text.slice(0, most).replaceAll("\r\n", "\n"));
  return { what: `${isJson(response) ? "broken JSON" : "text"} of ${size}`, lines: words + more };
}

/** Fewer digits may as well be a number. */
const leastHexDigits = /^(?:0x)?[0-9a-f]{8}/i;

function dumpOf(bytes: Uint8Array): string {
  return hexDump(bytes).join("\n");
}
