/** Text as a person reads it: editors and lists put no-break spaces where the text has spaces. */
export function plainSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** Matches an element whose whole text is this one, whatever icon or space stands around it. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${pattern(text)}\\s*$`);
}

/** Matches an element whose text begins with this one. */
export function beginsWith(text: string): RegExp {
  return new RegExp(`^\\s*${pattern(text)}`);
}

export function matches(shown: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? shown === wanted : wanted.test(shown);
}

function pattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/\s+/g, "\\s+");
}
