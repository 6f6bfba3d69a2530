/** Files by how near they are to one, nearest first: by the folders between the two, then by name. Each is a URI. */
export function nearestFirst<F extends { readonly file: string }>(files: readonly F[], to: string): F[] {
  const own = to.split("/");
  const ranked = files.map((each) => ({ each, steps: stepsBetween(each.file.split("/"), own) }));
  ranked.sort((one, other) => one.steps - other.steps || (one.each.file < other.each.file ? -1 : 1));
  return ranked.map(({ each }) => each);
}

/** The files without the folders that all of them are in, as a person would write them. */
export function shortNames(files: readonly string[]): string[] {
  const paths = files.map((file) => file.split("/"));
  const shared = commonLength(paths);
  return paths.map((path) => decoded(path.slice(shared).join("/")));
}

/** Folders to leave and to enter on the way from one file to the other. */
function stepsBetween(one: readonly string[], other: readonly string[]): number {
  return one.length + other.length - 2 * commonLength([one, other]);
}

/** How many folders all paths begin with; a file's own name is none. */
function commonLength([first = [], ...more]: readonly (readonly string[])[]): number {
  const folders = first.slice(0, -1);
  const end = folders.findIndex((part, index) => more.some((path) => index >= path.length - 1 || path[index] !== part));
  return end < 0 ? folders.length : end;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
