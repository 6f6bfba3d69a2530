import { t } from "../base/translate";
import { shortWords } from "../wire/shortWords";

/** What the manifest says of the values of a setting. */
export interface SettingRule {
  type: string;
  default: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
}

/** The rules of a manifest's settings, by their full names. */
export function settingRules(manifest: unknown): ReadonlyMap<string, SettingRule> {
  const { contributes } = manifest as {
    contributes: {
      configuration: { properties: Record<string, SettingRule> } | { properties: Record<string, SettingRule> }[];
    };
  };
  return new Map([contributes.configuration].flat().flatMap(({ properties }) => Object.entries(properties)));
}

/** What a value must be, in words, when it does not keep its rule, which the editor does not see to; else undefined. */
export function settingProblem(rule: SettingRule, value: unknown): string | undefined {
  if (rule.enum) return rule.enum.includes(value) ? undefined : t`it must be one of ${rule.enum.join(", ")}`;
  switch (rule.type) {
    case "number":
    case "integer":
      return numberProblem(rule, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : t`it must be true or false`;
    case "array":
      return Array.isArray(value) ? undefined : t`it must be a list`;
    default:
      return typeof value === rule.type ? undefined : t`it must be of the type ${rule.type}`;
  }
}

/** A setting that does not keep its rule, as a sentence for the person who wrote it. */
export function settingSentence(name: string, value: unknown, problem: string, rule: SettingRule): string {
  const written = (given: unknown) => shortWords(JSON.stringify(given) ?? "nothing", 80);
  return t`The setting ${name} is ${written(value)}, but ${problem}. Its default, ${written(rule.default)}, is used.`;
}

/** What a setting is, for strangers: a switch, a number or a word of the manifest as it is, and of all else no more than that. */
export function settingKind(rule: SettingRule, value: unknown): string {
  if (settingProblem(rule, value) !== undefined) return "not allowed";
  if (Array.isArray(value)) return `entries: ${value.length}`;
  if (rule.enum || typeof value === "boolean" || typeof value === "number") return String(value);
  return "changed";
}

function numberProblem({ type, minimum = -Infinity, maximum = Infinity }: SettingRule, value: unknown) {
  const isWhole = type === "integer";
  const fits = typeof value === "number" && value >= minimum && value <= maximum;
  if (fits && (!isWhole || Number.isInteger(value))) return undefined;
  return t`it must be a ${isWhole ? t`whole ` : ""}number from ${minimum} to ${maximum}`;
}
