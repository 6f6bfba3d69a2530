import { showInputBox } from "../../../host/inputBoxes";
import type { EventFilter } from "../model/lines/eventFilter";

/** Asks for a filter, with the present one to change; `undefined` when the person gives up, no terms to show all. */
export async function askFilter(present: EventFilter | undefined, marks: boolean): Promise<EventFilter | undefined> {
  const { parseFilter } = await import("../model/lines/eventFilter");
  const text = await showInputBox({
    title: marks ? "Mark Events" : "Filter Events",
    prompt: `Text, "a text with blanks", /regular expression/i, /on/path, field=value or field>=number; “-” before a term excludes. ${
      marks ? "Empty marks none" : "Empty shows all events"
    }. It looks at whole events; the panel's own filter only at the lines that are shown.`,
    placeHolder: 'counted -"some text" /error|panic/i /on/blocks header.height>=240 topic!=accepted',
    value: present?.text ?? "",
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const filter = parseFilter(typed);
      return "problem" in filter ? filter.problem : undefined;
    },
  });
  if (text === undefined) return undefined;
  const filter = parseFilter(text);
  return "problem" in filter ? undefined : filter;
}

/** Reads a filter, with the library of expressions that nothing else needs. */
export async function readFilter(text: string): Promise<EventFilter | { problem: string }> {
  const { parseFilter } = await import("../model/lines/eventFilter");
  return parseFilter(text);
}
