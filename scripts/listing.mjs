// @ts-check
// What has to be so before a version is published, and how that is done.

/**
 * @typedef {object} Version
 * @property {{ version: string, publisher?: string, repository?: unknown, bugs?: unknown, homepage?: unknown }} manifest
 * @property {string} changelog
 * @property {Record<string, string | undefined>} env
 */

/** Registry → the program that publishes there, and the variable that its token is read from. */
const registries = [
  { name: "Visual Studio Marketplace", program: "@vscode/vsce", flag: "--packagePath", token: "VSCE_PAT" },
  { name: "Open VSX", program: "ovsx@1.4.0", flag: "", token: "OVSX_PAT" },
];

/** An odd minor version is one to try, an even one a release. @param {string} version */
export function isPreRelease(version) {
  return Number(version.split(".")[1]) % 2 === 1;
}

/**
 * The https address of the repository that a manifest names; undefined while it names none.
 * @param {{ repository?: unknown }} manifest
 */
export function repositoryOf({ repository }) {
  const named =
    typeof repository === "object" && repository !== null && "url" in repository ? repository.url : repository;
  if (typeof named !== "string") return undefined;
  const address = named.replace(/^git\+/, "").replace(/\.git$/, "");
  return address.startsWith("https://") ? address : undefined;
}

/** What is missing before a version can be published, each as one sentence. @param {Version} version */
export function missing({ manifest, changelog, env }) {
  const fields = /** @type {const} */ (["bugs", "homepage"]);
  const dated = new RegExp(`^## ${manifest.version.replaceAll(".", "\\.")} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, "m");
  return [
    !manifest.publisher && "package.json names no publisher.",
    !repositoryOf(manifest) && "package.json names no repository with an https address.",
    ...fields.map((field) => !manifest[field] && `package.json has no ${field}.`),
    !dated.test(changelog) && `CHANGELOG.md has no heading "## ${manifest.version} (year-month-day)".`,
    ...registries.map(({ name, token }) => !env[token] && `${token} holds no token for the ${name}.`),
  ].filter((sentence) => typeof sentence === "string");
}

/**
 * The commands that publish one packaged file, the same to each registry. Tokens are left to the environment, where the
 * programs look for them: a command line can be read by others.
 * @param {string} version @param {string} file
 */
export function publishCommands(version, file) {
  return registries.map(({ name, program, flag, token }) => ({
    ...{ name, token },
    command: [
      "npx",
      "--yes",
      program,
      "publish",
      ...(flag ? [flag] : []),
      file,
      ...(isPreRelease(version) ? ["--pre-release"] : []),
    ],
  }));
}
