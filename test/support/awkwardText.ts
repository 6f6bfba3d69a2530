import fc from "fast-check";

/** Chunks that readers of text have trouble with. */
const chunks = [
  ...['"', "'", "\\", "{", "}", "[", "]", "(", ")", ":", ",", "-", "+", "0", "1e", ".", "null", "0x", "/", "%", "#"],
  ...[" ", "\n", "\r\n", "\t", "\u0000", "\u00a0", "\u2028", "\ufeff", "\ud800", "\u202e", "😀", "é", "$", "`", "]("],
  ..."9".repeat(20),
  ...['"""', "query", "type", "on", "...", "@", "!", "=", "|", "&", "Vec<", "u64", "Option<", ">", ";"],
];

/**
 * Texts for a reader: parts at random, and sound texts that were cut, doubled or had something put into them. Some are
 * long, of one part again and again.
 */
export function awkwardText(sound: readonly string[]): fc.Arbitrary<string> {
  const chunk = fc.constantFrom(...chunks);
  const soup = fc.array(fc.oneof(chunk, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 60 });
  const repeated = fc.tuple(chunk, fc.integer({ min: 1, max: 5000 })).map(([each, times]) => each.repeat(times));
  const spoiled = fc
    .tuple(fc.constantFrom(...sound), fc.nat(), fc.nat(), fc.array(chunk, { maxLength: 4 }))
    .map(([text, from, length, put]) => {
      const at = from % (text.length + 1);
      return text.slice(0, at) + put.join("") + text.slice(at + (length % 4) * (length % 40));
    });
  const insideOf = fc
    .tuple(spoiled, repeated, fc.nat())
    .map(([text, long, from]) => text.slice(0, from % (text.length + 1)) + long + text.slice(from % (text.length + 1)));
  return fc.oneof(
    { weight: 3, arbitrary: spoiled },
    soup.map((each) => each.join("")),
    repeated,
    insideOf,
  );
}
