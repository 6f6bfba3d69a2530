// @ts-check
// What makes the files of libraries smaller, as plugins of the build.
import { createRequire } from "node:module";

/**
 * What libraries would load of what is never used here. Of undici: forms, HTTP/2, proxies of another protocol, and its
 * reader of responses a second time, for processors that do several things at once, which is no faster on the answers of
 * a node. Of the types of language servers, all but the two lists of numbers that suggestions are made of.
 */
const unused = {
  "undici/lib/web/fetch/body": `exports.extractBody = () => { throw new TypeError("Forms are not sent from here."); };`,
  "undici/lib/dispatcher/client-h2": `module.exports = () => { throw new TypeError("HTTP/2 is not spoken here."); };`,
  "undici/lib/dispatcher/socks5-proxy-agent": `module.exports = class { constructor() { throw new TypeError("Proxies are those of HTTP."); } };`,
  "undici/lib/llhttp/llhttp_simd-wasm": `module.exports = require("./llhttp-wasm.js");`,
  "vscode-languageserver-types/lib/esm/main": `
    export const InsertTextFormat = { PlainText: 1, Snippet: 2 };
    export const InsertTextMode = { asIs: 1, adjustIndentation: 2 };`,
};

/** @type {import("esbuild").Plugin} */
export const withoutUnused = {
  name: "withoutUnused",
  setup(build) {
    for (const [file, contents] of Object.entries(unused)) {
      const path = file.split("/").join("[\\\\/]");
      build.onLoad({ filter: new RegExp(`[\\\\/]${path}\\.js$`) }, () => ({ contents }));
    }
  },
};

/**
 * undici's reader of responses as a file of its own: in the library's form, text in a program, it packs badly.
 * @type {import("esbuild").Plugin}
 */
export const readerFile = {
  name: "readerFile",
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, () => ({
      contents: `module.exports = require("node:fs").readFileSync(require("node:path").join(__dirname, require("llhttp.wasm")));`,
    }));
    build.onResolve({ filter: /^llhttp\.wasm$/ }, ({ path }) => ({ path, namespace: "readerFile" }));
    build.onLoad({ filter: /.*/, namespace: "readerFile" }, () => ({
      contents: createRequire(import.meta.url)("undici/lib/llhttp/llhttp-wasm.js"),
      loader: "file",
    }));
  },
};
