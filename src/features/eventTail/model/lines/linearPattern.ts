import { t } from "../../../../base/translate";
import { messageOf } from "../../../../base/words";
import { RE2JS } from "re2js";
import { limits } from "../../../../wire/limits";

const { characters: mostCharacters, steps: mostSteps, work, slowMs, slowTimes } = limits.pattern;

const flagsOf: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // Characters beyond 16 bits are always one.
  u: 0,
};

/**
 * A regular expression that a person typed, searched for in a time that grows with the text and no faster, whatever it
 * is. Its syntax is that of JavaScript without looking around and without references back.
 */
export class LinearPattern {
  /** Characters of a text that are searched, from its beginning: the fewer, the more steps each of them takes. */
  readonly searched: number;
  private slow = 0;

  private constructor(
    private readonly compiled: RE2JS,
    private readonly now: () => number,
  ) {
    this.searched = Math.floor(work / compiled.programSize());
  }

  /** Reads an expression, or says in a sentence why it cannot be one here. */
  static read(source: string, flags: string, now = () => performance.now()): LinearPattern | string {
    if ([...flags].some((flag) => !(flag in flagsOf)))
      return t`A regular expression here takes the flags i, m, s and u.`;
    if (source.length > mostCharacters) return t`A regular expression here has at most ${mostCharacters} characters.`;
    if (source.includes("\\k<")) return invalid("reference back: `\\k<`");
    try {
      const bits = [...flags].reduce((sum, flag) => sum | (flagsOf[flag] ?? 0), 0);
      const compiled = RE2JS.compile(RE2JS.translateRegExp(source), bits);
      const steps = compiled.programSize();
      if (steps <= mostSteps) return new LinearPattern(compiled, now);
      return t`With its repetitions this regular expression has ${steps} steps; at most ${mostSteps} can be searched for.`;
    } catch (error) {
      return invalid(messageOf(error));
    }
  }

  /** Whether it took long so often that it is no use to go on with it. */
  get isTooSlow(): boolean {
    return this.slow >= slowTimes;
  }

  /** Whether it is in the part of a text that is searched. */
  test(text: string): boolean {
    const started = this.now();
    const found = this.compiled.test(text.slice(0, this.searched));
    if (this.now() - started > slowMs) this.slow++;
    return found;
  }
}

function invalid(problem: string): string {
  const plain = problem.replace("error parsing regexp: ", "");
  const isLeftOut = ["`(?=`", "`(?!`", "(?<=", "(?<!", "reference back", "invalid escape sequence: `\\"].some((each) =>
    plain.includes(each),
  );
  const why = isLeftOut ? t` Looking around and references back are left out, so that no pattern takes long.` : "";
  return t`Invalid regular expression: ${plain}.${why}`;
}
