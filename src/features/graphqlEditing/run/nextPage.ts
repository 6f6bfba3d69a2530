import { readDocument, readTemplates } from "../../../graphql/text/document";
import type { NextPage } from "../../../graphql/run/nextPages";
import { operationsOf, requestFor } from "../../../graphql/text/operations";
import type { OperationRun } from "./operationRun";
import { runWithout } from "./runWithout";

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
