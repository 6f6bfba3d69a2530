import assert from "node:assert/strict";
import fc from "fast-check";
import { loadSchema } from "../../support/loadSchema";
import { schemaSdl } from "../../../src/sandbox/graphql/graphqlSchema";
import type { Declared, DeclaredType, PlacedSdl } from "../../support/damagedSdl";
import { around, declarations, largeSdl, placed } from "../../support/damagedSdl";
import { recordedSchema } from "../../support/recordings";

/** One place of an SDL and what happens to it. */
interface Damage {
  /** Which of the types, of its members, of the characters: each from 0 to 1. */
  readonly type: number;
  readonly member: number;
  readonly at: number;
  /** Whether the description is hit, and whether it is the type's own or a member's. */
  readonly prose: boolean;
  readonly head: boolean;
  /** Whether a character goes, and what comes in its place. */
  readonly removed: boolean;
  readonly inserted: string;
}

const characters = [
  '"',
  '"""',
  '\\"',
  "\\",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "@",
  "$",
  ":",
  "=",
  "&",
  "#",
  "<",
  "'",
  "é",
  "\n",
];
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const damages: fc.Arbitrary<Damage> = fc.record({
  ...{ type: share, member: share, at: share, prose: fc.boolean(), head: fc.boolean(), removed: fc.boolean() },
  inserted: fc.constantFrom("", ...characters),
});

const pick = <T>(list: readonly T[], of: number): T => list[Math.floor(list.length * of)]!;

function damaged({ text }: PlacedSdl, type: DeclaredType, member: Declared | undefined, damage: Damage) {
  const own = member ?? { ...type, end: type.members[0]?.start ?? type.end };
  const isProse = damage.prose && own.body > own.start;
  const [from, to] = isProse ? [own.start, own.body] : [own.body, own.end];
  const at = from + Math.floor((to - from) * damage.at);
  const { inserted, removed } = damage;
  return { isProse, sdl: `${text.slice(0, at)}${inserted}${text.slice(removed ? at + 1 : at)}` };
}

/** Demands all that is not where the damage is; of a damaged description, also what it describes. */
function assertKept(sdl: PlacedSdl, damage: Damage, type: DeclaredType): void {
  const member = damage.head || type.members.length === 0 ? undefined : pick(type.members, damage.member);
  const { isProse, sdl: text } = damaged(sdl, type, member, damage);
  const before = load(sdl.text);
  const after = load(text);
  for (const { name } of sdl.types) {
    const isOwn = name === type.name;
    if (isOwn && !member && !isProse) continue;
    const kept = after.get(name) ?? new Map<string, string>();
    for (const [each, words] of before.get(name)!) {
      const isHit = (isOwn && each === member?.name) || each === type.name;
      if (!isHit) assert.equal(kept.get(each), words, `${name}.${each}`);
      else if (isOwn && isProse) assert.ok(kept.has(each), `${name}.${each}`);
    }
  }
}

function load(sdl: string): Map<string, Map<string, string>> {
  const loaded = loadSchema(sdl);
  assert.ok("schema" in loaded);
  return declarations(loaded.schema);
}

describe("a schema that is damaged in one place", function () {
  this.timeout(60_000);
  const large = placed(largeSdl());

  it("has everything else, wherever that is in a large one", () => {
    fc.assert(
      fc.property(damages, (damage) => {
        const index = Math.floor(large.types.length * damage.type);
        const near = around(large, index, 4);
        assertKept(
          near,
          damage,
          near.types.find(({ name }) => name === large.types[index]!.name)!,
        );
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it("has everything else when it is read as a whole", () => {
    fc.assert(
      fc.property(damages, (damage) => assertKept(large, damage, pick(large.types, damage.type))),
      { numRuns: 4, seed: 3 },
    );
  });

  for (const [whose, sdl] of [
    ["the sandbox", schemaSdl(true, "Int")],
    ["a deployed node", recordedSchema()],
  ] as const) {
    it(`has everything else when it is that of ${whose}`, () => {
      const own = placed(sdl);
      fc.assert(
        fc.property(damages, (damage) => assertKept(own, damage, pick(own.types, damage.type))),
        { numRuns: 150, seed: 3 },
      );
    });
  }
});
