import type { CompletionScope, Draft } from "./completionItem";
import type { CursorContext } from "../text/cursorContext";
import { inputTypeOf, expectedType, undeclaredVariables, variableFits, visibleVariables } from "../names/variableUse";
import { sliceBefore } from "../text/definitionSlices";
import type { Definition } from "../text/document";
import { isOperation } from "../names/fragmentUse";

/**
 * Variables that fit where the cursor is; in a fragment, those of the operations that use it. Among an operation's
 * declarations: the variables it uses without declaring them, each with its type.
 */
export function variableCompletions(context: CursorContext, scope: CompletionScope): Draft[] {
  const { document, others, schema, start } = scope;
  const definition = sliceBefore(document.definitions, start);
  if (definition === undefined) return [];
  const afterDollar = document.text[start - 1] === "$";
  if (context.levels.at(-1)!.kind === "variables") return undeclared(definition, scope, afterDollar);
  const expected = context.types.inputType;
  return visibleVariables(definition, document, others).flatMap(({ name, type: text, hasDefault }) => {
    const type = inputTypeOf(text, schema);
    if (type === undefined || (expected && !variableFits(schema, type, hasDefault, expected as typeof type))) return [];
    return [variable(name.text, String(type), afterDollar ? "" : "$")];
  });
}

function undeclared(definition: Definition, scope: CompletionScope, afterDollar: boolean): Draft[] {
  if (!isOperation(definition)) return [];
  return undeclaredVariables(definition, scope.document, scope.others).map((use) => {
    const type = String(expectedType(use, scope.schema) ?? "");
    return { ...variable(use.name.text, type, afterDollar ? "" : "$", type && `: ${type}`) };
  });
}

function variable(name: string, type: string, before: string, after = ""): Draft {
  return {
    label: `$${name}`,
    kind: "variable",
    ...(type ? { detail: type } : {}),
    insertText: `${before}${name}${after}`,
    snippet: false,
  };
}
