// @ts-check
// The README and the CHANGELOG as they are in the package: what they link to in the repository is not beside them there.

/** `![alt](target)`, `[label](target)`; of a picture that is a link the inner one. */
const links = /(!?)\[([^\][]*)\]\(([^()\s]+)\)/g;
/** Fenced blocks and code in a line, in which nothing is a link. */
const code = /^```[\s\S]*?^```|`[^`\n]+`/gm;

/**
 * Makes links that a page elsewhere can follow: to the files of the repository, or, where its address is not known, the
 * label alone. A picture is left out then: the editor shows none that stands in the text, or beside it.
 * @param {string} text Markdown
 * @param {string} [repository] https address
 */
export function packedText(text, repository) {
  const kept = [...text.matchAll(code)].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));
  const packed = text.replace(links, (all, mark, label, target, at) => {
    const isCode = kept.some(({ start, end }) => at >= start && at < end);
    if (isCode || /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return all;
    if (repository) return `${mark}[${label}](${repository}/${mark ? "raw" : "blob"}/HEAD/${target})`;
    return mark ? "" : label;
  });
  return packed.replace(/\n(?:[ \t]*\n){2,}/g, "\n\n");
}
