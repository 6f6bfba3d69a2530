import { join } from "node:path";
import { createRegistry } from "vscode-tmgrammar-test/dist/common";

type Token = [scope: string, text: string];

const path = join(__dirname, "../../syntaxes/chainscope-events.tmLanguage.json");
const registry = createRegistry([{ path, scopeName: "text.chainscope-events", language: "chainscope-events" }]);
const loading = registry.loadGrammar("text.chainscope-events");

/** The coloured parts of a text, each with its innermost scope. */
export async function colours(text: string): Promise<Token[][]> {
  const grammar = (await loading)!;
  let stack: Parameters<typeof grammar.tokenizeLine>[1] = null;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens
      .filter(({ scopes }) => scopes.length > 1)
      .map(({ scopes, startIndex, endIndex }) => [
        scopes.at(-1)!.replace(/\.chainscope-events$/, ""),
        line.slice(startIndex, endIndex),
      ]);
  });
}
