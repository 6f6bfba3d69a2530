/** A JSON Schema, as far as the tests' schemas go. */
export type Schema = { readonly [keyword: string]: unknown };

/**
 * Why a value does not fit a JSON Schema; undefined when it does. Knows the keywords that our schemas use, and throws on
 * any other: what is not looked at must not pass.
 */
export function misfit(whole: Schema, schema: Schema, value: unknown, at = "$"): string | undefined {
  for (const [keyword, wanted] of Object.entries(schema)) {
    const rule = rules[keyword];
    if (!rule) throw new Error(`The tests do not know the keyword ${keyword} of JSON Schema.`);
    const why = rule(wanted as never, value, at, { whole, schema });
    if (why !== undefined) return why;
  }
  return undefined;
}

type Rule = (wanted: never, value: unknown, at: string, of: { whole: Schema; schema: Schema }) => string | undefined;

const nothing: Rule = () => undefined;

const rules: Record<string, Rule> = {
  description: nothing,
  type: (wanted: string | string[], value, at) =>
    [wanted].flat().includes(typeOf(value)) ? undefined : `${at} is ${typeOf(value)}`,
  const: (wanted: unknown, value, at) => (value === wanted ? undefined : `${at} is not ${String(wanted)}`),
  enum: (wanted: unknown[], value, at) =>
    wanted.includes(value) ? undefined : `${at} is none of ${wanted.join(", ")}`,
  pattern: (wanted: string, value, at) =>
    typeof value !== "string" || new RegExp(wanted).test(value) ? undefined : `${at} does not match ${wanted}`,
  minLength: (wanted: number, value, at) =>
    typeof value !== "string" || value.length >= wanted ? undefined : `${at} is too short`,
  required: (wanted: string[], value, at) => {
    const missing = wanted.find((name) => !(name in (Object(value) as object)));
    return missing === undefined ? undefined : `${at}.${missing} is missing`;
  },
  properties: (wanted: Record<string, Schema>, value, at, { whole }) =>
    first(Object.entries(Object(value) as object), ([name, each]) =>
      wanted[name] ? misfit(whole, wanted[name], each, `${at}.${name}`) : undefined,
    ),
  additionalProperties: (_wanted: false, value, at, { schema: { properties = {} } }) => {
    const odd = Object.keys(Object(value) as object).find((name) => !(name in (properties as object)));
    return odd === undefined ? undefined : `${at}.${odd} has no place`;
  },
  anyOf: (wanted: Schema[], value, at, { whole }) => {
    const reasons = wanted.map((each) => misfit(whole, each, value, at));
    return reasons.includes(undefined) ? undefined : reasons.join(", or ");
  },
  $ref: (wanted: string, value, at, { whole }) => {
    const parts = wanted.replace("#/", "").split("/");
    return misfit(
      whole,
      parts.reduce((found, part) => found[part] as Schema, whole),
      value,
      at,
    );
  },
};

function first<T>(all: T[], look: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const why = look(each);
    if (why !== undefined) return why;
  }
  return undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
