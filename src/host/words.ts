import { translated } from "../base/translate";
import { shortWords } from "../wire/shortWords";

/**
 * What is said to a person. A string is anyone's: it is shown as text whatever is in it. `Words` keep the icons that
 * we wrote into them.
 */
export type Said = string | Words;

interface Part {
  text: string;
  /** One of our icons, `$(name)`, to be drawn. */
  icon?: true;
}

/** Words of ours around words of others; made by `words`, `icon` and `joined` only. */
export class Words {
  constructor(readonly parts: readonly Part[]) {}
}

/**
 * A template of ours in the display language, as in words`$(check) ${name} is done`. What is written in it stands as it is written, with its
 * icons and line breaks; each part filled in is someone else's, made visible and cut on its own, so that a long one
 * leaves room for what follows it. A part may be `Words` as well.
 */
export function words(literals: TemplateStringsArray, ...parts: readonly (Said | number | bigint)[]): Words {
  const { parts: literalParts, places } = translated(literals);
  return new Words(
    literalParts.flatMap((part, at) => [...ownParts(part), ...(at < places.length ? said(parts[places[at]!]!) : [])]),
  );
}

/** The icon of this name, one of `vscode.ThemeIcon`'s. */
export function icon(name: string): Words {
  return new Words([{ text: `$(${name})`, icon: true }]);
}

/** Several, with our words between them; a line break makes lines of them. */
export function joined(all: readonly (Said | false | undefined)[], between: string): Words {
  const given = all.filter((each) => each !== false && each !== undefined && each !== "") as Said[];
  return new Words(given.flatMap((each, at) => [...(at > 0 ? [{ text: between }] : []), ...said(each)]));
}

/**
 * The text for VS Code, which makes links of `[label](command:…)` and icons of `$(name)` in most places: both are broken
 * by a blank wherever they are not ours, also where a part ends and the next begins.
 */
export function shownText(all: Said): string {
  const runs: string[] = [];
  let plain = "";
  for (const { text, icon } of said(all)) {
    if (!icon) plain += text;
    else {
      runs.push(withoutIcons(plain), text);
      plain = "";
    }
  }
  return [...runs, withoutIcons(plain)].join("").replaceAll("](", "] (");
}

/** The text where no icon is drawn of it, for a screen reader. */
export function spokenText(all: Said): string {
  return shownText(new Words(said(all).filter(({ icon }) => !icon))).trim();
}

function withoutIcons(text: string): string {
  return text.replaceAll("$(", "$ (");
}

function said(one: Said | number | bigint): readonly Part[] {
  return one instanceof Words ? one.parts : [{ text: shortWords(String(one)) }];
}

/** A literal of ours, taken apart at its icons. */
function ownParts(literal: string): Part[] {
  return literal
    .split(/(\$\([a-z0-9-]+(?:~[a-z]+)?\))/)
    .map((text, at): Part => (at % 2 === 1 ? { text, icon: true } : { text }));
}
