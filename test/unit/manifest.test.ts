import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { manifestTexts, readManifest, textProblems } from "../support/manifestTexts";

const root = resolve(__dirname, "../..");
const manifest = readManifest() as Manifest;
const { contributes } = manifest;
const settingsOfManifest = Object.fromEntries(
  contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
);
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(join(root, "src", name), "utf8") }));
const featureText = sources
  .filter(({ name }) => name.startsWith("features") || name === "extension.ts")
  .map(({ text }) => text)
  .join("\n");

describe("manifest", () => {
  const contributed = contributes.commands.map(({ command }) => command).sort();

  it("contributes exactly the commands that the code names", () => {
    assert.deepEqual(contributed, membersOf("contributionIds.ts", "CommandArguments").sort());
  });

  it("has every command registered once", () => {
    const registrations = /\bcommand\(\s*"([^"]+)"|^ +"(chainscope\.\w+)": /gm;
    const registered = [...featureText.matchAll(registrations)].map(([, alone, inTable]) => alone ?? inTable).sort();
    assert.deepEqual(registered, contributed);
  });

  it("gives every command a title and the one category", () => {
    const wrong = contributes.commands.filter(({ title, category }) => !title || category !== "Chainscope");
    assert.deepEqual(wrong, []);
  });

  it("has every text that a person reads in package.nls.json, and in German", () => {
    const written = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
    assert.deepEqual(textProblems(written, manifestTexts(), manifestTexts("de")), []);
  });

  it("contributes exactly the settings that the code reads", () => {
    const settings = Object.keys(settingsOfManifest).map((key) => key.replace(/^chainscope\./, ""));
    assert.deepEqual(settings.sort(), membersOf("settings.ts", "Settings").sort());
  });

  it("gives every setting a default and a description", () => {
    const wrong = Object.entries(settingsOfManifest).filter(
      ([, setting]) => setting.default === undefined || !(setting.description ?? setting.markdownDescription),
    );
    assert.deepEqual(wrong, []);
  });

  it("describes every field of a connection that the code knows, and no other", () => {
    const fields = Object.keys(settingsOfManifest["chainscope.connections"]?.items?.properties ?? {});
    assert.deepEqual(fields.sort(), membersOf("settings.ts", "ConnectionSetting").sort());
  });

  it("contributes exactly the views and languages that the code names", () => {
    assert.deepEqual(
      Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
      valuesOf("viewIds"),
    );
    assert.deepEqual(
      contributes.languages.map(({ id }) => id),
      valuesOf("languageIds"),
    );
  });

  it("uses in when clauses only views, rows and context keys that the code produces, and all of those", () => {
    const clauses = [
      ...Object.values(contributes.menus).flat(),
      ...contributes.viewsWelcome,
      ...contributes.languageModelTools,
      ...(contributes.keybindings ?? []),
    ]
      .flatMap(({ when }) => (when && when !== "false" ? [when] : []))
      .join(" && ");
    const keys = new Set([...clauses.matchAll(/(?<![=\w.] ?)chainscope\.\w+(?:\.\w+)*/g)].map(([key]) => key));
    for (const view of valuesOf("viewIds")) keys.delete(view);
    assert.deepEqual([...keys].sort(), membersOf("contributionIds.ts", "ContextKeys").sort());
    const kinds = new Set([...featureText.matchAll(/kind: "(\w+)"/g)].map(([, kind]) => kind));
    const rows = [...clauses.matchAll(/viewItem (?:==|=~ \/\^)\s*(\w+)/g)].map(([, row]) => row);
    assert.deepEqual(
      rows.filter((row) => !kinds.has(row)),
      [],
    );
  });

  it("sets every context key that a when clause reads", () => {
    const unset = membersOf("contributionIds.ts", "ContextKeys").filter(
      (key) => !featureText.includes(`setContextKey("${key}"`),
    );
    assert.deepEqual(unset, []);
  });

  it("has its settings in titled sections, in order, counts whole and choices explained", () => {
    const titles = contributes.configuration.map(({ title }) => title);
    assert.deepEqual(titles, ["Connections", "Events", "GraphQL", "Call Files"]);
    for (const [at, { order, properties }] of contributes.configuration.entries()) {
      assert.equal(order, at + 1);
      assert.deepEqual(
        Object.values(properties).map((setting) => setting.order),
        Object.keys(properties).map((_name, place) => place + 1),
      );
    }
    const wrong = Object.entries(settingsOfManifest).filter(
      ([, { type, scope, enum: values = [], enumDescriptions = [] }]) =>
        type === "number" || !scope || values.length !== enumDescriptions.length,
    );
    assert.deepEqual(wrong, []);
  });

  it("links from settings only to commands that exist", () => {
    const links = [...JSON.stringify(settingsOfManifest).matchAll(/\(command:([\w.]+)/g)].map(([, id = ""]) => id);
    assert.ok(links.length >= 3);
    assert.deepEqual(
      links.filter((id) => !contributed.includes(id)),
      [],
    );
  });

  it("takes nothing from a workspace that is not trusted which runs code, keeps memory or opens sessions", () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.deepEqual(
      restrictedConfigurations.map((name) => name.replace("chainscope.", "")),
      ["connections", "events.keep", "events.localDrivers", "events.resumeTails"],
    );
  });

  it("has every setting in the table of the README, in the same order and with the same default", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const rows = [...readme.matchAll(/^\| `(chainscope\.[\w.]+)` +\| `([^`]*)` +\|/gm)];
    assert.deepEqual(
      rows.map(([, name, value]) => [name, value]),
      Object.entries(settingsOfManifest).map(([name, setting]) => [name, JSON.stringify(setting.default)]),
    );
  });

  it("has every command of npm that a page names, and the README names those for a fresh machine", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map((page) =>
      readFileSync(join(root, page), "utf8"),
    );
    const named = pages.flatMap((page) => [...page.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, name = ""]) => name));
    // npm has this one of its own.
    const missing = named.filter((name) => name !== "audit" && !Object.hasOwn(scripts, name));
    assert.deepEqual(missing, []);
    const [, fresh = ""] = /^## From source\n([^]*?)^## /m.exec(pages[0] ?? "") ?? [];
    for (const command of ["`npm start`", "`npm test`", "`npm run package`"])
      assert.ok(fresh.includes(command), command);
  });

  it("has no way to anyone but a node: the client alone reaches the network, and nothing is measured", () => {
    const way =
      /^import (?!type)(?!\{ STATUS_CODES \}).*"node:(?:https?|net|tls|dgram)"|TelemetryLogger|XMLHttpRequest|sendBeacon|new WebSocket\b|\.openExternal|globalThis\.fetch/m;
    const files = sources.filter(({ name, text }) => !/^(?:client|sandbox)\b/.test(name) && way.test(text));
    assert.deepEqual(
      files.map(({ name }) => name),
      [],
    );
    assert.ok(!("telemetry" in contributes) && JSON.stringify(contributes.configuration).search(/telemetry/i) < 0);
  });

  it("is what the README and the other pages speak of: each command and button that they name is there", () => {
    const textsOf = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, string>;
    const said = new Set([
      ...Object.values(textsOf("package.nls.json")),
      ...Object.keys(textsOf("l10n/bundle.l10n.de.json")),
    ]);
    const views = ["Connections", "Chainscope", "Chainscope Events"];
    for (const page of ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/nodes.md", "docs/signer.md"]) {
      // What begins a point of a list is its heading.
      const text = readFileSync(join(root, page), "utf8").replace(/^```[^]*?^```|^- \*\*[^*]+\*\*/gm, "");
      const names = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name.replace(/\s+/g, " "));
      const missing = names.filter((name) => !said.has(name.replace("Chainscope: ", "")) && !views.includes(name));
      assert.deepEqual(missing, [], page);
    }
  });

  it("leads through the first steps by pictures and buttons, and knows when each is done", () => {
    const [walkthrough, ...others] = contributes.walkthroughs;
    assert.deepEqual(others, []);
    assert.equal(walkthrough?.steps.length, 6);
    const keys = membersOf("contributionIds.ts", "ContextKeys");
    for (const { id, description, media, completionEvents } of walkthrough.steps) {
      const picture = readFileSync(join(root, media.svg), "utf8");
      assert.ok(picture.length <= 30_000, media.svg);
      assert.ok(media.altText.length > 20, id);
      const [, command = ""] = /^\[[^\]]+\]\(command:([\w.]+)\)$/m.exec(description) ?? [];
      assert.ok(contributed.includes(command), `${id}: ${command}`);
      const [event = "", ...more] = completionEvents;
      assert.deepEqual(more, []);
      const [kind, name = ""] = event.split(":");
      assert.ok(kind === "onContext" ? keys.includes(name) : contributed.includes(name), event);
    }
    const welcome = contributes.viewsWelcome.map(({ contents }) => decodeURIComponent(contents)).join();
    assert.ok(welcome.includes("(command:chainscope.firstSteps)"), "the view leads to it");
    const opener = readFileSync(join(root, "src/features/connections/firstSteps.ts"), "utf8");
    for (const named of [walkthrough.id, "connect"]) assert.ok(opener.includes(`#${named}\``), named);
    assert.ok(walkthrough.steps.some(({ id }) => id === "connect"));
  });

  it("points only at files that exist", () => {
    const files = [
      manifest.icon,
      ...contributes.languages.map(({ configuration }) => configuration),
      ...contributes.grammars.map(({ path }) => path),
      ...Object.values(contributes.viewsContainers)
        .flat()
        .map(({ icon }) => icon),
    ];
    assert.deepEqual(
      files.filter((file) => file && !existsSync(join(root, file))),
      [],
    );
  });

  it("links from the welcome only to commands that exist", () => {
    const links = contributes.viewsWelcome.flatMap(({ contents }) =>
      [...contents.matchAll(/\(command:([\w.]+)[^)]*\)/g)].map(([, id]) => id),
    );
    assert.ok(links.length > 0);
    const ofTheEditor = ["workbench.trust.manage"];
    assert.deepEqual(
      links.filter((id = "") => !contributed.includes(id) && !ofTheEditor.includes(id)),
      [],
    );
  });

  for (const [menu, command, place] of [
    ["view/item/context", "callContract", "viewItem == function"],
    ["view/item/context", "openContractPanel", "viewItem == function"],
    ["view/item/context", "encodeInput", "viewItem == function"],
    ["view/item/context", "callContract", "viewItem =~ /^contract/"],
    ["view/item/context", "openContractPanel", "viewItem =~ /^contract/"],
    ["view/title", "callHistory", "view == chainscope.explorer"],
    ["view/title", "repeatLastCall", "view == chainscope.explorer"],
    ["view/title", "decodeBytes", "view == chainscope.explorer"],
    ["editor/context", "decodeBytes", "editorHasSelection"],
    ...["editor/title", "explorer/context"].flatMap((menu) =>
      ["runCallFile", "compareCallFile", "openCallFile"].map((command) => [menu, command, "resourceFilename =~"]),
    ),
  ] as [string, string, string][]) {
    it(`has ${command} in the menu ${menu} of what it is about: ${place}`, () => {
      const entries = contributes.menus[menu] ?? [];
      assert.ok(entries.some((entry) => entry.command === `chainscope.${command}` && entry.when?.includes(place)));
    });
  }

  it("hides from the palette only what another menu or a status item offers", () => {
    const hidden =
      contributes.menus["commandPalette"]?.filter(({ when }) => when === "false").map(({ command }) => command) ?? [];
    const { commandPalette: _, ...others } = contributes.menus;
    const inMenus = Object.values(others).flatMap((entries) => entries.map(({ command }) => command));
    const isItem = (id: string) => new RegExp(`new StatusBarItem\\([^)]*"${id}"`).test(featureText);
    assert.deepEqual(
      hidden.filter((id) => !inMenus.includes(id) && !isItem(id)),
      [],
    );
  });
});

interface Manifest {
  icon?: string;
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    views: Record<string, { id: string }[]>;
    viewsContainers: Record<string, { icon: string }[]>;
    languageModelTools: { when?: string }[];
    viewsWelcome: { contents: string; when?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings?: { command: string; when?: string }[];
    languages: { id: string; configuration?: string }[];
    grammars: { path: string }[];
    configuration: { title: string; order: number; properties: Record<string, Setting> }[];
    walkthroughs: {
      id: string;
      steps: {
        id: string;
        description: string;
        media: { svg: string; altText: string };
        completionEvents: string[];
      }[];
    }[];
  };
}

interface Setting {
  type?: string;
  order?: number;
  scope?: string;
  enum?: string[];
  enumDescriptions?: string[];
  default?: unknown;
  description?: string;
  markdownDescription?: string;
  items?: { properties?: Record<string, unknown> };
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, "src/host", file), "utf8"), ts.ScriptTarget.Latest, true);
}

/** Names of the members of an interface in src/host. */
function membersOf(file: string, name: string): string[] {
  const found = parsed(file).statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name);
  assert.ok(found && ts.isInterfaceDeclaration(found), `${file} has no interface ${name}`);
  return found.members.map((member) => {
    assert.ok(member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)));
    return member.name.text;
  });
}

/** Values of a constant object in contributionIds.ts, in order. */
function valuesOf(name: string): string[] {
  const text = parsed("contributionIds.ts").text;
  const [, body] = new RegExp(`export const ${name} = \\{([^}]*)\\}`).exec(text) ?? [];
  return [...(body ?? "").matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? "");
}
