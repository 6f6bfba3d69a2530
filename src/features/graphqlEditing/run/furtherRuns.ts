import type { NextPage } from "../../../graphql/run/nextPages";
import { readDocument, readTemplates } from "../../../graphql/text/document";
import { operationsOf, requestFor } from "../../../graphql/text/operations";
import { requestWithout } from "../../../graphql/run/requestWithout";
import type { OperationRun } from "./operationRun";

/** The same run without the root fields of these response keys; undefined when nothing is left to ask for. */
export function runWithout(run: OperationRun, keys: readonly string[]): OperationRun | undefined {
  const reduced = requestWithout(run.request, keys);
  if (!reduced) return undefined;
  const declared = Object.entries(run.variables).filter(([name]) => reduced.variables.includes(name));
  const without = [...new Set([...(run.without ?? []), ...keys])];
  return { ...run, request: reduced.request, variables: Object.fromEntries(declared), without };
}

/** The same run, asking for the page that begins at a cursor. The document itself is not touched. */
export function runAtCursor(run: OperationRun, { cursor, set }: NextPage): OperationRun {
  if ("variable" in set) return { ...run, variables: { ...run.variables, [set.variable]: cursor } };
  const { document, definition } = run.found;
  const text = document.text.slice(0, set.start) + set.text + document.text.slice(set.end);
  const edited = document.templates ? readTemplates(text, document) : readDocument(text, document);
  const own = operationsOf(edited).find(({ start }) => start === definition.start) ?? definition;
  const found = { document: edited, definition: own };
  const request = requestFor(found, run.subject.others);
  const next = { ...run, found, subject: { ...run.subject, document: edited }, request };
  return (run.without && runWithout(next, run.without)) ?? next;
}
