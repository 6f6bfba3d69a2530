/** What is put into a text. */
type Value = string | number | bigint | null | undefined;

/** The element of a page's document that holds these texts, as JSON; there is none in English. */
export const textsId = "texts";

/** English text → the display language's, with `{0}`, `{1}`… for values; undefined while that language is English. */
let texts: ReadonlyMap<string, string> | undefined;

/**
 * Sets the display language's texts. Comes before any module of ours is loaded that has texts, since some stand in
 * constants.
 */
export function translateWith(table: Readonly<Record<string, string>> | undefined): void {
  texts = table && new Map(Object.entries(table));
}

/**
 * A text of ours for a person, in the display language, as in t`Nothing answers at ${address}.` Values, such as words
 * of a node, are put in as they are and never translated. A log, a file and what another program reads get plain text.
 */
export function t(literals: TemplateStringsArray, ...values: readonly Value[]): string {
  if (!texts) return String.raw({ raw: literals }, ...values);
  const { parts, places } = translated(literals);
  return String.raw({ raw: parts }, ...places.map((place) => values[place]));
}

/** The parts of a template between its values in the display language, and which value stands behind each. */
export function translated(literals: readonly string[]): { parts: readonly string[]; places: readonly number[] } {
  const text = texts?.get(templateText(literals));
  if (text === undefined) return { parts: literals, places: [...literals.keys()].slice(0, -1) };
  const split = text.split(/\{(\d+)\}/);
  return {
    parts: split.filter((_part, at) => at % 2 === 0),
    places: split.filter((_part, at) => at % 2 === 1).map(Number),
  };
}

/** A template as its translations are found by: `{0}` is where the first value stands. */
export function templateText(literals: readonly string[]): string {
  return literals.reduce((text, literal, at) => (at === 0 ? literal : `${text}{${at - 1}}${literal}`), "");
}
