import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { t, translateWith } from "../../../src/base/translate";
import { counted } from "../../../src/base/words";
import { shownText, words } from "../../../src/host/words";
import { translationProblems, type Texts } from "../../support/manifestTexts";
import { plainSentencesIn, plainTextsIn, sourceTexts, textsIn, untranslatedTexts } from "../../support/sourceTexts";

const used = sourceTexts();
const german = JSON.parse(readFileSync(resolve(__dirname, "../../../l10n/bundle.l10n.de.json"), "utf8")) as Texts;
/** What German developers say as well, or what holds little but values. */
const sameInGerman = [
  ...["Name", "Prover", "Version", "Events", "Peers", "Chain", "Mempool", "Contracts", "Schema"],
  ...["Argument", "Bytes", "Coins", "Contract", "final"],
  ...["{0} ms){1}", "{0} {1} · {2} ms · {3}{4}", "✓ Status {0} · {1} · {2}"],
  ...["Argument {0}", "Block {0}", "final in #{0}"],
];

describe("texts of the code", () => {
  afterEach(() => translateWith(undefined));

  it("have their German in l10n/bundle.l10n.de.json, with the same values, icons and line breaks", () => {
    const problems = [...used].flatMap(([text, place]) =>
      translationProblems(text, german[text], sameInGerman.includes(text)).map(
        (problem) => `${place}, ${JSON.stringify(text)} in l10n/bundle.l10n.de.json ${problem}`,
      ),
    );
    assert.deepEqual(problems, []);
  });

  it("are the only ones that are translated", () => {
    const unused = Object.keys(german).filter((text) => !used.has(text));
    assert.deepEqual(unused, [], "take these out of l10n/bundle.l10n.de.json");
  });

  it("are all that a person reads of the features, the contract page, checks, hovers and transactions", () => {
    const isExample = (text: string) => text.startsWith('counted -"some text"');
    assert.deepEqual(
      untranslatedTexts().filter(({ text }) => !isExample(text)),
      [],
      "tag these with t, as docs/translating.md says",
    );
  }).timeout(60_000);

  it("are missed where they are plain, and ids, names of files and words of others are not", () => {
    const code = `
      const a = { label: "Open Block", description: ok ? "at once" : \`for \${seconds} seconds\`, id: "Any Thing" };
      const b = { title: t\`Open\`, prompt: name, detail: "http://localhost:8080", tooltip: \`\${name}\` };
      new NodeError("invalid-input", "There is none.", { remedy: "Try again." }); showErrorMessage(error, "Undo");`;
    assert.deepEqual(
      plainTextsIn(code).map(({ text }) => text),
      ["Open Block", "at once", "for ${seconds} seconds", "There is none.", "Try again."],
    );
  });

  it("are missed where sentences, titles and words of the page are plain, and classes, keys and queries are not", () => {
    const code = `
      const a = element("p", { class: "muted large words" }, ok ? "Pick one." : \`\${name} has no value here\`);
      const b = button("Send", press, { title: t\`Send it\` }); part.className = "check all fine";
      if (key === "Enter") throw new Error("The value is missing."); const kind = "Field"; "a b c d".split(" ");
      const query = "{ blocks tx json }"; const c = \`\${n} of them are left out\`; const d = t\`for \${e} of them\`;`;
    assert.deepEqual(
      plainSentencesIn(code).map(({ text }) => text),
      ["Pick one.", "${name} has no value here", "Send", "The value is missing.", "${n} of them are left out"],
    );
  });

  it("are found wherever they are written, with a place for each value", () => {
    const code =
      'const a = [t`Asked ${b ? t`once` : c}`, words`$(check) ${d}: done`, words`${e} `, counted(2, "gap")];';
    assert.deepEqual(
      textsIn(code).map(({ text }) => text),
      ["Asked {0}", "once", "$(check) {0}: done", "{0} gap", "{0} gaps"],
    );
  });

  it("are English without a table, and where a table lacks them", () => {
    for (const table of [undefined, {}]) {
      translateWith(table);
      assert.equal(t`Asked ${"Local"} for ${2}.`, "Asked Local for 2.");
      assert.equal(t`constructor`, "constructor");
      assert.equal(counted(2n, "event"), "2 events");
      assert.equal(shownText(words`$(check) ${"Local"} answers`), "$(check) Local answers");
    }
  });

  it("follow the other language's order of values", () => {
    translateWith({ "Asked {0} for {1}.": "{1}: {0} gefragt.", "{0} event": "{0} Event" });
    assert.equal(t`Asked ${"Local"} for ${2n ** 64n}.`, "18446744073709551616: Local gefragt.");
    assert.equal(counted(1, "event"), "1 Event");
  });

  it("never take a node's words for ours, nor for a place of values or an icon", () => {
    translateWith({ "Stop {0}": "{0} beenden", Stop: "Halt", "$(x) {0} of {1}": "$(x) {1}: {0}" });
    for (const odd of ["Stop", "{0}", "{1}", "$(bug)", "$&", "constructor"]) {
      assert.equal(t`Stop ${odd}`, `${odd} beenden`);
      assert.equal(shownText(words`$(x) ${odd} of ${odd}`), `$(x) ${odd}: ${odd}`.replaceAll("$(bug)", "$ (bug)"));
    }
  });
});
