/** Another extension for GraphQL, and the files by which a person says that it is in charge of a folder. */
interface Governor {
  id: string;
  /** Tests the name of a file. */
  config: RegExp;
}

const governors: readonly Governor[] = [
  { id: "GraphQL.vscode-graphql", config: /^(?:\.graphqlrc(?:\.\w+)?|graphql\.config\.\w+)$/ },
  { id: "apollographql.vscode-apollo", config: /^(?:apollo\.config\.\w+|\.graphqlrc(?:\.\w+)?)$/ },
];

/** Matches every file that `governorOf` wants to know of, and some more. */
export const configPattern = "**/{.graphqlrc,.graphqlrc.*,graphql.config.*,apollo.config.*}";

/**
 * The installed extension that is in charge of a document: one whose configuration lies in the document's folder or
 * above it. Paths are absolute, with slashes.
 */
export function governorOf(
  document: string,
  configs: readonly string[],
  isInstalled: (id: string) => boolean,
): string | undefined {
  const above = configs.filter((config) => document.startsWith(config.slice(0, config.lastIndexOf("/") + 1)));
  const names = above.map((config) => config.slice(config.lastIndexOf("/") + 1));
  return governors.find(({ id, config }) => isInstalled(id) && names.some((name) => config.test(name)))?.id;
}

/** Whether there is any extension that could be in charge. */
export function anyGovernor(isInstalled: (id: string) => boolean): boolean {
  return governors.some(({ id }) => isInstalled(id));
}
