/** Says whether a value that came from outside has a type. */
export type Shape<T> = (value: unknown) => value is T;

export const isNull: Shape<null> = (value) => value === null;
export const isText: Shape<string> = (value) => typeof value === "string";
export const isFlag: Shape<boolean> = (value) => typeof value === "boolean";

export function isOneOf<T extends string>(...texts: readonly T[]): Shape<T> {
  return (value): value is T => (texts as readonly unknown[]).includes(value);
}

export function isListOf<T>(item: Shape<T>): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(item);
}

export function isEither<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return (value): value is A | B => one(value) || other(value);
}

type Fields = { [name: string]: Shape<unknown> };
type FieldsOf<F extends Fields> = { [K in keyof F]: F[K] extends Shape<infer T> ? T : never };

/** An object with exactly these fields; those of `optional` may be missing. */
export function isRecordOf<F extends Fields, O extends Fields = Record<never, never>>(
  required: F,
  optional?: O,
): Shape<FieldsOf<F> & Partial<FieldsOf<O>>> {
  const known: Fields = { ...required, ...optional };
  return (value): value is FieldsOf<F> & Partial<FieldsOf<O>> => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const complete = Object.keys(required).every((name) => Object.hasOwn(value, name));
    return (
      complete && Object.entries(value).every(([name, field]) => Object.hasOwn(known, name) && known[name]?.(field))
    );
  };
}
