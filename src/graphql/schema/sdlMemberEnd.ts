import { limits } from "../../wire/limits";
import type { MemberKind } from "./sdlMemberTokens";
import type { Token } from "../text/tokens";
import { tokenAfter } from "../text/tokens";

/**
 * Finds where members of SDL end, by reading them token by token from any place. That a member is one is no proof that
 * it parses: its texts are not looked into.
 */
export class MemberEnds {
  private token: Token | undefined;
  private end = 0;
  private level = 0;

  /** `tokens` that are read at most in all: a text may have many places, each of which looks like a long member. */
  constructor(
    private readonly text: string,
    private tokens: number,
  ) {}

  /** The offset behind the member at `start`, its description included; undefined when there is none. */
  of(start: number, kind: MemberKind): number | undefined {
    this.end = start;
    this.level = 0;
    this.token = this.next(start);
    return this.member(kind) ? this.end : undefined;
  }

  /** The token behind `offset`, comments passed over. */
  next(offset: number): Token | undefined {
    let token = tokenAfter(this.text, offset);
    while (token?.kind === "comment") token = tokenAfter(this.text, token.end);
    return token;
  }

  private member(kind: MemberKind): boolean {
    if (this.token?.kind === "string" && !this.take("string")) return false;
    if (!this.take("name")) return false;
    if (kind === "value") return this.directives();
    if (kind === "field" && this.is("(") && !this.list("(", ")", () => this.member("input"))) return false;
    if (!this.takeMark(":") || !this.type()) return false;
    if (kind === "input" && this.is("=") && !(this.takeMark("=") && this.value())) return false;
    return this.directives();
  }

  private type(): boolean {
    const isType = this.is("[")
      ? this.deeper(() => this.takeMark("[") && this.type() && this.takeMark("]"))
      : this.take("name");
    return isType && (!this.is("!") || this.takeMark("!"));
  }

  private value(): boolean {
    if (this.is("[")) return this.deeper(() => this.list("[", "]", () => this.value()));
    if (this.is("{")) return this.deeper(() => this.list("{", "}", () => this.given()));
    const kind = this.token?.kind;
    return (kind === "name" || kind === "number" || kind === "string") && this.take(kind);
  }

  private given(): boolean {
    return this.take("name") && this.takeMark(":") && this.value();
  }

  private directives(): boolean {
    while (this.is("@")) {
      if (!this.takeMark("@") || !this.take("name")) return false;
      if (this.is("(") && !this.list("(", ")", () => this.given())) return false;
    }
    return true;
  }

  private list(opening: string, closing: string, item: () => boolean): boolean {
    this.takeMark(opening);
    while (!this.is(closing)) if (!item()) return false;
    return this.takeMark(closing);
  }

  private deeper(read: () => boolean): boolean {
    this.level += 1;
    const isRead = this.level < limits.repaired.levels && read();
    this.level -= 1;
    return isRead;
  }

  private is(mark: string): boolean {
    return this.token?.kind === "punctuator" && this.token.text === mark;
  }

  private takeMark(mark: string): boolean {
    return this.is(mark) && this.advance();
  }

  private take(kind: Token["kind"]): boolean {
    return this.token?.kind === kind && !this.token.open && this.advance();
  }

  private advance(): boolean {
    this.end = this.token!.end;
    this.tokens -= 1;
    this.token = this.tokens > 0 ? this.next(this.end) : undefined;
    return true;
  }
}
