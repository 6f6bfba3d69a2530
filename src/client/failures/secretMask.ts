/** Stands where a secret was. */
const masked = "(secret)";
/** A shorter text may be in an answer by chance, and is no secret that keeps anyone out. */
const shortest = 8;

/**
 * Takes the values of headers that a person keeps secret out of what comes back: some nodes, and what stands before
 * them, echo what they were sent. By name a header's whole value, by value wherever it stands.
 */
export class SecretMask {
  private readonly names: ReadonlySet<string>;
  /** Values, and the words of those that have several, such as a scheme and a token; long ones first. */
  private readonly values: readonly string[];

  constructor(headers: Readonly<Record<string, string>>) {
    this.names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const text = Object.values(headers).flatMap((value) => [value, ...value.split(" ")]);
    const values = [...new Set(text)].filter(({ length }) => length >= shortest);
    this.values = values.sort((one, other) => other.length - one.length);
  }

  /** The headers of an answer, with names in lower case. */
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    if (this.names.size === 0) return headers;
    const entries = Object.entries(headers);
    return Object.fromEntries(entries.map(([name, value]) => [name, this.names.has(name) ? masked : this.text(value)]));
  }

  text(text: string): string {
    return this.values.reduce((rest, value) => rest.replaceAll(value, masked), text);
  }

  /** A body in which asterisks stand for each character of a secret: its length, and what it is, stay. */
  body(body: Uint8Array): Uint8Array {
    if (this.values.length === 0) return body;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
    if (!this.values.some((value) => bytes.includes(value))) return body;
    const copy = Buffer.from(bytes);
    for (const value of this.values) {
      for (let at = copy.indexOf(value); at >= 0; at = copy.indexOf(value, at)) copy.fill("*", at, at + value.length);
    }
    return copy;
  }
}
