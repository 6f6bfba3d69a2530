import assert from "node:assert/strict";
import { readManifest } from "../support/manifestTexts";
import { holds, type WhenContext } from "../support/whenClause";

interface Manifest {
  contributes: {
    commands: { command: string }[];
    viewsWelcome: { contents: string; when: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
}

const { contributes } = readManifest() as Manifest;

const query = { editorLangId: "graphql", resourceFilename: "block.gql", resourceScheme: "file" };
const result = { editorLangId: "chainscope-json", resourceFilename: "block result.json", resourceScheme: "chainscope" };
const fronts: Record<string, WhenContext> = {
  nothing: {},
  "a query": query,
  "an old result": result,
  "a program": { editorLangId: "typescript", resourceFilename: "app.ts", resourceScheme: "file" },
  "a blob": { editorLangId: "chainscope-yaml", resourceFilename: "Local blob c0ff.yaml", resourceScheme: "chainscope" },
  "a request file": { editorLangId: "json", resourceFilename: "blocks.request.json", resourceScheme: "file" },
  "a response": {
    editorLangId: "chainscope-yaml",
    resourceFilename: "Local response.yaml",
    resourceScheme: "chainscope",
  },
  "a driver to upload": {
    ...{ editorLangId: "chainscope-yaml", resourceFilename: "Counter to upload.yaml" },
    resourceScheme: "chainscope",
  },
  "an archive": { resourceFilename: "Local memo archive.yaml", resourceScheme: "chainscope" },
  "a call file": { editorLangId: "json", resourceFilename: "get.call.json", resourceScheme: "file" },
  "a variables file": { editorLangId: "json", resourceFilename: "block.variables.json", resourceScheme: "file" },
  "unsaved variables": {
    ...{ editorLangId: "json", resourceFilename: "block.variables.json" },
    resourceScheme: "chainscope-variables",
  },
};

describe("the welcome of the view", () => {
  const welcomes = (context: WhenContext) => contributes.viewsWelcome.filter(({ when }) => holds(when, context));
  const trusted = { isWorkspaceTrusted: true };
  for (const [state, context, button] of [
    ["before the settings are read", trusted, undefined],
    ["without a connection", { ...trusted, ...key("ready") }, "chainscope.startSandbox"],
    ["in a workspace that is not trusted", key("ready"), "workbench.trust.manage"],
  ] as const) {
    it(`is one text ${state}, with what is done first as its first button`, () => {
      const [only, ...others] = welcomes(context);
      assert.deepEqual(others, []);
      const [, first] = /^\[[^\]]+\]\(command:([\w.]+)/m.exec(only?.contents ?? "") ?? [];
      assert.equal(first, button);
      assert.ok(only);
    });
  }

  it("is none beside a connection", () => {
    assert.deepEqual(welcomes({ ...trusted, ...key("ready"), ...key("connections", 1) }), []);
  });
});

describe("the palette", () => {
  for (const [what, front] of Object.entries(fronts)) {
    it(`offers at most eight commands without a connection, with ${what} in front`, () => {
      const offered = offeredIn(front);
      assert.ok(offered.length <= 8, offered.join());
      for (const always of ["connect", "startSandbox", "importConnections"])
        assert.ok(offered.includes(always), always);
    });
  }

  it("offers what works with one connection on which nothing runs, and nothing that waits for more", () => {
    const offered = offeredIn({ ...key("connections", 1), ...key("savedConnections", 1) });
    assert.ok(offered.length <= 25, offered.join());
    for (const useful of ["callContract", "tailEvents", "insertQuery", "openBlock", "editConnection"])
      assert.ok(offered.includes(useful), useful);
    for (const useless of ["switchConnection", "stopTail", "fillGap", "callHistory", "nextPage", "clearEvents"])
      assert.ok(!offered.includes(useless), useless);
  });

  it("offers nothing to edit or export where every connection ends with the window", () => {
    const offered = offeredIn({ ...key("connections", 1), ...key("sandboxRunning", true) });
    for (const useless of ["editConnection", "exportConnections"]) assert.ok(!offered.includes(useless), useless);
  });

  it("offers at most 45 commands at any moment, and of every pair one", () => {
    for (const { what, state } of busyStates()) {
      const offered = offeredIn(state);
      assert.ok(offered.length <= 45, `${offered.length} with ${what} in front: ${offered.join()}`);
      for (const [one, other] of pairs)
        assert.equal(offered.filter((id) => id === one || id === other).length, 1, `${one} or ${other}`);
    }
  });

  it("can be read whole: each condition has a state in which it holds, unless the command is another place's", () => {
    const states = [...Object.values(fronts), ...busyStates().map(({ state }) => state)];
    const never = contributes.menus.commandPalette.filter(
      ({ when }) => when !== "false" && !states.some((state) => holds(when, state)),
    );
    assert.deepEqual(never, []);
  });
});

const pairs = [
  ["startSandbox", "stopSandbox"],
  ["pauseEvents", "resumeEvents"],
  ["showOnlyFinalEvents", "showAllEvents"],
  ["recordEvents", "stopRecording"],
  ["replayEvents", "stopReplay"],
] as const;
const switches = ["sandboxRunning", "eventsPaused", "onlyFinalEvents", "recordingEvents", "replayingEvents"];
/** All that may be so at once, beside the switches. */
const running = [
  ...["ready", "calls", "callFiles", "tailing", "earlierTails", "resumableTails", "eventLines", "rememberedEvents"],
  ...["eventsFiltered", "gaps", "nextPage", "schemaChanged"],
];

/** Where an operation may be in front, so that there is something to run. */
const holdsQueries = new Set(["a query", "a program", "a variables file", "unsaved variables"]);

/** Every state of a window of which all goes on that can. */
function busyStates(): { what: string; state: WhenContext }[] {
  return Object.entries(fronts).flatMap(([what, front]) =>
    moments().map((each) => ({ what, state: { ...front, ...each, ...key("canRun", holdsQueries.has(what)) } })),
  );
}

/** Every moment of a window with two connections in which as much goes on as can. */
function moments(): WhenContext[] {
  const all = { ...keys(running), ...key("connections", 2), ...key("savedConnections", 2) };
  return Array.from({ length: 2 ** switches.length }, (_, bits) => ({
    ...all,
    ...keys(switches.filter((_name, at) => (bits >> at) % 2 === 1)),
  }));
}

function key(name: string, value: number | boolean = true): WhenContext {
  return { [`chainscope.${name}`]: value };
}

function keys(names: readonly string[]): WhenContext {
  return Object.fromEntries(names.map((name) => [`chainscope.${name}`, true]));
}

/** The commands that the palette shows, without the prefix. */
function offeredIn(context: WhenContext): string[] {
  const conditions = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
  return contributes.commands
    .map(({ command }) => command)
    .filter((id) => holds(conditions.get(id) ?? "true", context))
    .map((id) => id.replace("chainscope.", ""));
}
