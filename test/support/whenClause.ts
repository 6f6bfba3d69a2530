/** What `when` clauses are read against: context key → value; a key that no one has set is missing. */
export type WhenContext = Readonly<Record<string, string | number | boolean>>;

const token = /\s*(\|\||&&|==|!=|=~|<=|>=|[()!<>]|\/(?:[^\\/]|\\.)*\/\w*|[\w.:-]+)/y;

/** Whether a `when` clause of the manifest holds, as VS Code reads it: `&&` binds tighter than `||`. */
export function holds(clause: string, context: WhenContext): boolean {
  const tokens = tokensOf(clause);
  const next = (word: string) => tokens[0] === word && tokens.shift() !== undefined;
  const either = (): boolean => {
    let held = both();
    while (next("||")) held = both() || held;
    return held;
  };
  const both = (): boolean => {
    let held = one();
    while (next("&&")) held = one() && held;
    return held;
  };
  const one = (): boolean => {
    if (next("!")) return !one();
    if (!next("(")) return compared(tokens.shift() ?? "", tokens, context);
    const held = either();
    if (!next(")")) throw new Error(`${clause}: a bracket is not closed`);
    return held;
  };
  const held = either();
  if (tokens.length > 0) throw new Error(`${clause}: nothing is known about ${tokens[0]}`);
  return held;
}

function compared(key: string, tokens: string[], context: WhenContext): boolean {
  const value = key === "true" ? true : key === "false" ? false : context[key];
  if (!["==", "!=", "=~", "<", ">", "<=", ">="].includes(tokens[0] ?? "")) return Boolean(value);
  const [sign, right = ""] = tokens.splice(0, 2);
  switch (sign) {
    case "==":
      return String(value) === right;
    case "!=":
      return String(value) !== right;
    case "=~": {
      const [, source = "", flags] = /^\/(.*)\/(\w*)$/.exec(right) ?? [];
      return value !== undefined && new RegExp(source, flags).test(String(value));
    }
    case ">":
      return Number(value) > Number(right);
    case "<":
      return Number(value) < Number(right);
    case ">=":
      return Number(value) >= Number(right);
    default:
      return Number(value) <= Number(right);
  }
}

function tokensOf(clause: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; clause.slice(at).trim() !== ""; at = token.lastIndex) {
    token.lastIndex = at;
    const [, found] = token.exec(clause) ?? [];
    if (found === undefined) throw new Error(`${clause}: cannot be read from ${clause.slice(at)}`);
    tokens.push(found);
  }
  return tokens;
}
