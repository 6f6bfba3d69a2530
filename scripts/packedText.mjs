// @ts-check
// The README and the CHANGELOG as they are in the package: what they link to in the repository is not beside them there.

/**
 * @typedef {object} Surroundings
 * @property {string | undefined} [repository] https address; links lead to its files
 * @property {(path: string) => { mime: string, bytes: Buffer }} picture reads one that is shown without a repository
 */

/** `![alt](target)`, `[label](target)`; of a picture that is a link the inner one. */
const links = /(!?)\[([^\][]*)\]\(([^()\s]+)\)/g;
/** Fenced blocks and code in a line, in which nothing is a link. */
const code = /^```[\s\S]*?^```|`[^`\n]+`/gm;

/**
 * Makes links that a page elsewhere can follow: to the files of the repository, or, where its address is not known, the
 * label alone, and pictures that stand in the text itself.
 * @param {string} text Markdown
 * @param {Surroundings} surroundings
 */
export function packedText(text, { repository, picture }) {
  const kept = [...text.matchAll(code)].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));
  return text.replace(links, (all, mark, label, target, at) => {
    const isCode = kept.some(({ start, end }) => at >= start && at < end);
    if (isCode || /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return all;
    if (repository) return `${mark}[${label}](${repository}/${mark ? "raw" : "blob"}/HEAD/${target})`;
    if (!mark) return label;
    const { mime, bytes } = picture(target);
    return `![${label}](data:${mime};base64,${bytes.toString("base64")})`;
  });
}
