import { stringifyExactJson, type Json } from "./json/exactJson";
import { limits } from "./limits";
import { visibleText } from "./visibleText";

/**
 * A value as YAML that reads like a form: nested fields are indented, integers are exact, texts are quoted only where
 * they must be. Below `limits.indentedLevels` a value stands on one line, as JSON. Undefined fields are left out.
 */
export function plainYaml(fields: { [name: string]: Json | undefined }): string {
  return fieldLines(fields, "").join("\n") + "\n";
}

const indentWidth = 2;

function fieldLines(fields: { [name: string]: Json | undefined }, indent: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return valueLines(`${indent}${quoted(name)}:`, value, `${indent}  `);
  });
}

function valueLines(head: string, value: Json, indent: string): string[] {
  if (typeof value !== "object" || value === null) return [`${head} ${scalar(value)}`];
  if (indent.length > indentWidth * limits.indentedLevels) return [`${head} ${visibleText(stringifyExactJson(value))}`];
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${head} []`];
    return [head, ...value.flatMap((each) => elementLines(each, indent))];
  }
  if (Object.keys(value).length === 0) return [`${head} {}`];
  return [head, ...fieldLines(value, indent)];
}

function elementLines(value: Json, indent: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return valueLines(`${indent}-`, value, `${indent}  `);
  const [first, ...rest] = fieldLines(value, `${indent}  `);
  return first === undefined ? [`${indent}- {}`] : [`${indent}- ${first.trimStart()}`, ...rest];
}

function scalar(value: Exclude<Json, object> | null): string {
  return typeof value === "string" ? quoted(value) : stringifyExactJson(value);
}

/** Plain where no reader of YAML could take the text for anything else, else in JSON's quotes. */
function quoted(text: string): string {
  const words = /^(?:[A-Za-z][\w./()+…-]*|\d[\d.]*(?= ))(?: [\w./()+,…-]+)*$/;
  const plain = words.test(text) || /^[0-9a-f]{40,}$/.test(text);
  const word = /^(true|false|null|yes|no|on|off|y|n|~|\.inf|\.nan|[\d_.]+e\d+)$/i.test(text);
  return plain && !word && visibleText(text) === text ? text : JSON.stringify(visibleText(text));
}
