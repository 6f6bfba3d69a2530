// One table of bundles and one loop. `--watch` rebuilds on change, `--production` minifies, `--into=<folder>` puts what
// is made there instead of here.
import { readFileSync, readdirSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build, context, transform } from "esbuild";
import { importedNames } from "./scripts/importedNames.mjs";
import { noticesText } from "./scripts/notices.mjs";
import { readerFile, withoutUnused } from "./scripts/slimLibraries.mjs";

const watch = process.argv.includes("--watch");
const production = process.argv.includes("--production");
const root = import.meta.dirname;
const into = process.argv.find((word) => word.startsWith("--into="))?.slice("--into=".length) ?? root;

/** Libraries that are files of their own, so that activation loads none of them: package name → file in dist/. */
const libraryFile = {
  undici: "undici",
  ws: "ws",
  graphql: "graphql",
  "graphql-language-service": "graphql",
  prettier: "prettier",
  re2js: "re2js",
  semver: "semver",
};

/** Each library file exports only what the source uses of it. */
const libraryExports = {
  // Only what its main file would also load, FormData, fetch and the rest, is left out; attaching the API is its work.
  undici: `
    import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
    import request from "undici/lib/api/api-request.js";
    Dispatcher.prototype.request = request;
    export { default as Pool } from "undici/lib/dispatcher/pool.js";
    export { default as ProxyAgent } from "undici/lib/dispatcher/proxy-agent.js";`,
  ws: `export { default, WebSocket, WebSocketServer } from "ws";`,
  graphql: `
    export { ${importedNames("graphql", join(root, "src")).join(", ")} } from "graphql";
    export {
      getAutocompleteSuggestions,
      getContextAtPosition,
      GraphQLDocumentMode,
      Position,
    } from "graphql-language-service";`,
  re2js: `export { RE2JS } from "re2js";`,
  semver: `
    export { default as satisfies } from "semver/functions/satisfies.js";
    export { default as valid } from "semver/functions/valid.js";`,
  // Formats one language; the whole package brings those of a dozen.
  prettier: `
    import * as standalone from "prettier/standalone";
    import * as graphql from "prettier/plugins/graphql";
    export const format = (text, options) => standalone.format(text, { ...options, plugins: [graphql] });`,
};

const libraries = {
  name: "libraries",
  setup(build) {
    build.onResolve({ filter: /^[a-z0-9-]+$/ }, ({ path, importer }) =>
      path in libraryFile && /[\\/]src[\\/]/.test(importer)
        ? { path: `./${libraryFile[path]}.js`, external: true }
        : undefined,
    );
  },
};

/**
 * The editor's API, taken once. Otherwise each file that imports it copies its four hundred names when it is loaded,
 * which is half of what loading costs.
 */
const editorApi = {
  name: "editorApi",
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === "editorApi" ? { path: "vscode", external: true } : { path: "vscode", namespace: "editorApi" },
    );
    build.onLoad({ filter: /.*/, namespace: "editorApi" }, () => ({
      contents: [
        'const api = require("vscode");',
        ...apiNames().map((name) => `export const ${name} = api.${name};`),
      ].join("\n"),
    }));
  },
};

/**
 * What is loaded late is loaded after the extension itself, and so finds there what both need. Without a word of that the
 * splitting would make a file of what each two share, and dozens of small ones.
 */
const afterExtension = {
  name: "afterExtension",
  setup(build) {
    const extension = join(root, "src", "extension.ts");
    const late = new Set();
    build.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === late) return undefined;
      const found = await build.resolve(path, { kind, resolveDir, pluginData: late });
      late.add(found.path);
      return found;
    });
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!late.has(path) || path === extension) return undefined;
      return { contents: `${await readFile(path, "utf8")}\nimport ${JSON.stringify(extension)};\n`, loader: "ts" };
    });
  },
};

/** What files of the extension's own code are called that hold what several entries share, or what is loaded late. */
const partName = /^part-[A-Z0-9]{8}\.js(?:\.map)?$/;

/**
 * Writes what was split as the modules that the editor loads. Only modules of the language can be split, so each file is
 * made one first and turned afterwards, with its imports: what is imported late is a file that is read late.
 */
const asCommonJs = {
  name: "asCommonJs",
  setup(build) {
    const { minify, outdir } = build.initialOptions;
    build.onEnd(async ({ outputFiles = [] }) => {
      await mkdir(outdir, { recursive: true });
      const written = await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const options = {
            format: "cjs",
            platform: "node",
            target: node.target,
            charset: node.charset,
            minify,
            supported,
          };
          const { code, map } = await transform(text, { ...options, sourcefile: path, ...mapOptions });
          await writeFile(path, map === "" ? code : `${code}//# sourceMappingURL=${basename(path)}.map\n`);
          if (map !== "") await writeFile(`${path}.map`, map);
          return basename(path);
        }),
      );
      // While watching, an open window may still want a part of before.
      if (watch || written.length === 0) return;
      const old = (await readdir(outdir)).filter(
        (name) => partName.test(name) && !written.includes(name.replace(/\.map$/, "")),
      );
      await Promise.all(old.map((name) => rm(join(outdir, name))));
    });
  },
};

/** Names of the editor's API that stand anywhere in the source. */
function apiNames() {
  const declared = readFileSync(join(root, "node_modules/@types/vscode/index.d.ts"), "utf8");
  const kinds = /^\texport (?:(?:abstract )?class|enum|namespace|function|const) (\w+)/gm;
  const names = new Set([...declared.matchAll(kinds)].map(([, name]) => name));
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const written = new Set(files.flatMap((file) => readFileSync(join(root, "src", file), "utf8").match(/\w+/g) ?? []));
  return [...names].filter((name) => written.has(name));
}

const node = { platform: "node", format: "cjs", target: "node20", mainFields: ["module", "main"], charset: "utf8" };
/** `import()` of another file becomes `require`, a moment later. */
const supported = { "dynamic-import": false };
const mapOptions = production ? {} : { sourcemap: "external", sourcesContent: false };

const bundles = [
  {
    ...node,
    ...{
      format: "esm",
      splitting: true,
      write: false,
      chunkNames: "part-[hash]",
      sourcemap: production ? false : "inline",
    },
    entryPoints: ["src/activation.ts"],
    outdir: "dist",
    plugins: [libraries, editorApi, afterExtension, asCommonJs],
  },
  { ...node, entryPoints: ["src/driver/main.ts"], outfile: "dist/driverProcess.js" },
  { ...node, entryPoints: ["src/sandbox/main.ts"], outfile: "dist/sandbox.js", plugins: [libraries] },
  {
    entryPoints: ["src/webview/main.ts"],
    outfile: "dist/contractPanel.js",
    platform: "browser",
    format: "iife",
    target: "es2022",
    tsconfig: "src/webview/tsconfig.json",
    charset: "utf8",
  },
  ...Object.entries(libraryExports).map(([name, contents]) => ({
    ...node,
    stdin: { contents, resolveDir: import.meta.dirname, sourcefile: `${name}.library.js` },
    outfile: `dist/${name}.js`,
    plugins: [withoutUnused, readerFile],
    assetNames: "[name]",
  })),
];

const metafiles = [];
for (const bundle of bundles) {
  const options = {
    bundle: true,
    metafile: true,
    minify: production,
    sourcemap: production ? false : "linked",
    logLevel: "warning",
    ...bundle,
    ...(bundle.outdir ? { outdir: resolve(into, bundle.outdir) } : { outfile: resolve(into, bundle.outfile) }),
  };
  if (!watch) {
    metafiles.push((await build(options)).metafile);
    continue;
  }
  const watched = await context(options);
  // Whoever waits for "watching" needs the files; what is wrong in the source is printed and corrected while watching.
  await watched.rebuild().catch(() => undefined);
  await watched.watch();
}
if (watch) console.log("watching");
else {
  await writeFile(resolve(into, "dist", "metafiles.json"), JSON.stringify(metafiles));
  await writeFile(resolve(into, "THIRD-PARTY-NOTICES.txt"), noticesText(root, metafiles));
}
