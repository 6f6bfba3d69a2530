import { limits } from "../../wire/limits";

/** The connection that a document's first line names, and where the name stands. */
export interface ConnectionComment {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const comment = /^\uFEFF?#[ \t]*chainscope:[ \t]*/i;

/** Reads `# chainscope: Name` in the first line of a document: with it a file says for everybody which node it is for. */
export function connectionComment(text: string): ConnectionComment | undefined {
  const begin = comment.exec(text)?.[0];
  if (begin === undefined) return undefined;
  const rest = text.slice(begin.length, begin.length + limits.wordsCharacters).split(/[\r\n]/, 1)[0]!;
  const name = rest.trimEnd();
  return name === "" ? undefined : { name, start: begin.length, end: begin.length + name.length };
}
