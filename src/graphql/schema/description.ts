import { limits } from "../../wire/limits";
import { visibleText } from "../../wire/visibleText";

/**
 * A description, which GraphQL says is Markdown, for a place that draws it. What lays out text is kept: paragraphs, their
 * lines joined, lists, headings, emphasis and code. Links, images, HTML and all other markup are shown as the text that
 * they are made of, because a node wrote them.
 */
export function descriptionMarkdown(text: string): string {
  let written = "";
  let before: Block | undefined;
  for (const block of blocksOf(text)) {
    const isNext = before?.kind === "item" && block.kind === "item";
    if (before) written += isNext ? "\n" : "\n\n";
    written += blockMarkdown(block);
    before = block;
  }
  return written;
}

/** The first paragraph of a description without its marks, for a place that has one line and draws no Markdown. */
export function descriptionLine(text: string): string {
  const [first] = blocksOf(text);
  return first ? styled(first.lines.join(" "), bare) : "";
}

interface Block {
  readonly kind: "paragraph" | "item" | "heading" | "code";
  readonly lines: string[];
  /** Of an item: how deep it is, and `-` or its number. */
  readonly level: number;
  readonly mark: string;
}

function blocksOf(text: string): Block[] {
  const rest = text.length > limits.descriptionCharacters ? `\n\n… (${text.length} characters)` : "";
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fence = "";
  const begin = (kind: Block["kind"], lines: string[], level = 0, mark = ""): void => {
    open = { kind, lines, level, mark };
    blocks.push(open);
  };
  for (const line of `${text.slice(0, limits.descriptionCharacters)}${rest}`.split(/\r\n|\n|\r/)) {
    const trimmed = line.trim();
    const [opening = ""] = /^(?:```+|~~~+)/.exec(trimmed) ?? [];
    const item = /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]/.exec(line)?.[0];
    const [heading] = /^#{1,6}[ \t]/.exec(trimmed) ?? [];
    if (fence !== "") {
      if (trimmed === fence) {
        fence = "";
        open = undefined;
      } else open?.lines.push(line);
    } else if (opening !== "") {
      fence = opening;
      begin("code", []);
    } else if (trimmed === "") {
      open = undefined;
    } else if (item) {
      const last = blocks.at(-1);
      const indent = item.replaceAll("\t", "    ").search(/[^ ]/);
      const most = last?.kind === "item" ? last.level + 1 : 0;
      const mark = item.trim();
      begin(
        "item",
        [line.slice(item.length).trim()],
        Math.min(Math.floor(indent / 2), most, limits.descriptionLevels),
        /^\d/.test(mark) ? `${mark.slice(0, -1)}.` : "-",
      );
    } else if (heading) {
      begin("heading", [trimmed.slice(heading.length).trim()]);
      open = undefined;
    } else if (open) {
      open.lines.push(trimmed);
    } else {
      begin("paragraph", [trimmed]);
    }
  }
  return blocks;
}

function blockMarkdown({ kind, lines, level, mark }: Block): string {
  if (kind === "code") {
    const shown = lines.map(visibleText).join("\n");
    const fence = "`".repeat(Math.max(3, longestFence(shown) + 1));
    return `${fence}\n${shown}\n${fence}`;
  }
  const text = styled(lines.join(" "), markdown);
  if (kind === "heading") return `**${text}**`;
  return kind === "item" ? `${"    ".repeat(level)}${mark} ${text}` : text;
}

/** How each part of a line is written. */
interface Style {
  readonly text: (part: string) => string;
  readonly code: (part: string) => string;
  readonly strong: (part: string) => string;
  readonly emphasis: (part: string) => string;
}

const markdown: Style = {
  text: (part) => visibleText(part).replace(/[\\`*_{}[\]()#+\-.!~<>&|:@=$]/g, (mark) => `&#${mark.charCodeAt(0)};`),
  code: (part) => {
    const shown = visibleText(part);
    const fence = "`".repeat(longestFence(shown) + 1);
    const blank = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
    return `${fence}${blank}${shown}${blank}${fence}`;
  },
  strong: (part) => `**${part}**`,
  emphasis: (part) => `*${part}*`,
};

const same = (part: string) => part;
const bare: Style = { text: same, code: same, strong: same, emphasis: same };

/** A line, cut into code and the rest. */
function styled(line: string, style: Style): string {
  const parts = line.split(/(`+)/);
  const next = new Map<number, number>();
  // From the end, so that each run of backticks knows the next one of its length, which closes it.
  const closing = parts.map(() => -1);
  for (let at = parts.length - 2; at > 0; at -= 2) {
    const { length } = parts[at]!;
    closing[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  let written = "";
  let text = "";
  for (let at = 0; at < parts.length; at++) {
    const end = closing[at]!;
    if (end < 0) {
      text += parts[at];
      continue;
    }
    const code = parts.slice(at + 1, end).join("");
    written += emphasised(text, style) + (code.trim() === "" ? style.text(code) : style.code(code.trim()));
    text = "";
    at = end;
  }
  return written + emphasised(text, style);
}

const emphasis = /\*\*([^*]+)\*\*|\*([^*]+)\*|(?<![\w_])__([^_]+)__(?![\w_])|(?<![\w_])_([^_]+)_(?![\w_])/g;

function emphasised(text: string, style: Style): string {
  const between = (part: string) => withoutLinks(part, style);
  return replaced(text, emphasis, between, ([whole, strong, light, alsoStrong, alsoLight]) => {
    const inner = strong ?? light ?? alsoStrong ?? alsoLight ?? "";
    // With a blank at an end it is a multiplication, or nothing.
    if (inner.trim() !== inner) return style.text(whole);
    const write = (strong ?? alsoStrong) === undefined ? style.emphasis : style.strong;
    return write(withoutLinks(inner, style));
  });
}

/** Links and images as their text and where they lead to. */
function withoutLinks(text: string, style: Style): string {
  return replaced(text, /!?\[([^[\]]*)\]\(([^()]*)\)/g, style.text, ([, label = "", target = ""]) => {
    const [address = ""] = target.trim().split(/\s/, 1);
    return style.text(address === "" || address === label ? label : `${label} (${address})`);
  });
}

/** The text with each match, and each part between two of them, rewritten. */
function replaced(
  text: string,
  pattern: RegExp,
  between: (part: string) => string,
  rewrite: (match: RegExpExecArray) => string,
): string {
  let written = "";
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    written += between(text.slice(at, match.index)) + rewrite(match);
    at = match.index + match[0].length;
  }
  return written + between(text.slice(at));
}

function longestFence(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
