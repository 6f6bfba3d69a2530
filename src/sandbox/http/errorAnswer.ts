import type { Answer, Refusal } from "./answer";

/** Status and text of a refusal; older nodes answer 500 and bare text for all but sessions. */
export function errorAnswer(refusal: Refusal, oldErrors: boolean): Answer {
  const { status, text, kind, headers } = refusal;
  if (oldErrors) return { status: status === 424 ? 424 : 500, body: text };
  return { status, headers, body: kind + text };
}

/** What a reverse proxy in front of the node answers for a path that it does not forward. */
export function proxyNotFound(path: string): Answer {
  const shown = path.replace(/[<>&"]/g, "");
  return {
    status: 404,
    headers: { "content-type": "text/html", server: "proxy" },
    body: `<html>\n<head><title>404 Not Found</title></head>\n<body><h1>404 Not Found</h1><p>${shown}</p></body>\n</html>\n`,
  };
}
