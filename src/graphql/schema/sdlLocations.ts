import type { ArgumentOwner, SchemaElement } from "./schemaElement";
import { isClosing, isOpening, typeSystemKeywords } from "../text/definitionSlices";
import type { Token } from "../text/tokens";
import { tokenize } from "../text/tokens";

/** Finds definitions in SDL text, for going from a query into the schema document. */
export class SdlLocations {
  private readonly tokens: readonly Token[];
  private readonly heads = new Map<string, number[]>();

  constructor(sdl: string) {
    this.tokens = tokenize(sdl).filter(({ kind }) => kind !== "comment" && kind !== "string");
    let depth = 0;
    this.tokens.forEach((token, index) => {
      if (isOpening(token)) depth += 1;
      else if (isClosing(token)) depth = Math.max(0, depth - 1);
      else if (depth === 0 && typeSystemKeywords.includes(token.text)) this.addHead(index);
    });
  }

  /** The name of the element where it is defined; of what contains it when the element itself is not found. */
  find(element: SchemaElement): { readonly start: number; readonly end: number } | undefined {
    switch (element.kind) {
      case "type":
        return this.named(element.type.name)[0];
      case "directive":
        return this.named(`@${element.directive.name}`)[0];
      case "field":
      case "input-field":
        return this.member(element.type.name, element.field.name);
      case "enum-value":
        return this.member(element.type.name, element.value.name);
      case "argument":
        return this.argument(element.of, element.argument.name);
    }
  }

  private addHead(keyword: number): void {
    const isDirective = this.tokens[keyword + 1]?.text === "@";
    const name = this.tokens[keyword + (isDirective ? 2 : 1)];
    if (name?.kind !== "name") return;
    const key = isDirective ? `@${name.text}` : name.text;
    const known = this.heads.get(key);
    if (known) known.push(keyword + (isDirective ? 2 : 1));
    else this.heads.set(key, [keyword + (isDirective ? 2 : 1)]);
  }

  private named(key: string): Token[] {
    return (this.heads.get(key) ?? []).map((index) => this.tokens[index]!);
  }

  private member(type: string, name: string): Token | undefined {
    const index = this.memberIndex(type, name);
    return index === undefined ? this.named(type)[0] : this.tokens[index];
  }

  private memberIndex(type: string, name: string): number | undefined {
    for (const head of this.heads.get(type) ?? []) {
      const opening = this.next(head, "{");
      const found = opening === undefined ? undefined : this.childNamed(opening, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private argument(of: ArgumentOwner, name: string): Token | undefined {
    const owner = "directive" in of ? this.heads.get(`@${of.directive}`)?.[0] : this.memberIndex(of.type, of.field);
    if (owner === undefined) return "directive" in of ? undefined : this.named(of.type)[0];
    const found = this.tokens[owner + 1]?.text === "(" ? this.childNamed(owner + 1, name) : undefined;
    return this.tokens[found ?? owner];
  }

  /** The bracket that opens before the next definition starts. */
  private next(from: number, bracket: string): number | undefined {
    for (let at = from + 1; at < this.tokens.length; at += 1) {
      const { text } = this.tokens[at]!;
      if (text === bracket) return at;
      if (text === "}" || text === "=" || typeSystemKeywords.includes(text)) return undefined;
    }
    return undefined;
  }

  private childNamed(opening: number, name: string): number | undefined {
    let depth = 0;
    for (let at = opening; at < this.tokens.length; at += 1) {
      const token = this.tokens[at]!;
      if (isOpening(token)) depth += 1;
      else if (isClosing(token)) depth -= 1;
      if (depth === 0) return undefined;
      const before = this.tokens[at - 1]?.text;
      if (depth === 1 && token.text === name && before !== ":" && before !== "@" && before !== "=") return at;
    }
    return undefined;
  }
}
