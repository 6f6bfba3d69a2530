import { t } from "../../base/translate";
import { visibleText } from "../../wire/visibleText";
import { NodeError } from "../failures/nodeError";

// The transport writes these itself; a second one would break the request's framing or routing.
const ownHeaders = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers that a person configured, checked before anything is sent: ASCII only and no control characters, because a
 * node drops the connection over anything else. Throws NodeError `invalid-input` naming the header, never its value.
 */
export function checkExtraHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value) ?? headerNameProblem(name);
    if (problem) throw new NodeError("invalid-input", problem);
  }
}

/** Why a person cannot have a header with this name sent; undefined when they can. */
export function headerNameProblem(name: string): string | undefined {
  if (!ownHeaders.has(name.toLowerCase())) return headerProblem(name, "");
  return t`The header “${name}” is written by Chainscope itself and cannot be set.`;
}

/** Why a header cannot be sent; undefined when it can. */
export function headerProblem(name: string, value: string): string | undefined {
  const shown = visibleText(name);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return t`“${shown}” is not a header name.`;
  if (/[\r\n]/.test(value)) return t`The value of the header “${shown}” holds a line break.`;
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value)) return t`The value of the header “${shown}” holds a control character.`;
  if (/[^ -~]/.test(value)) return t`The value of the header “${shown}” holds a character that is not ASCII.`;
  if (value !== value.trim()) return t`The value of the header “${shown}” begins or ends with a space.`;
  return undefined;
}

/** The headers with one more cookie: all of them stand in one header, whatever its case. */
export function withCookie(headers: Readonly<Record<string, string>> = {}, cookie: string): Record<string, string> {
  const [name = "Cookie", own = ""] = Object.entries(headers).find(([each]) => each.toLowerCase() === "cookie") ?? [];
  return { [name]: own ? `${own}; ${cookie}` : cookie };
}
