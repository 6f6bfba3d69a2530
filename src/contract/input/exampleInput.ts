import { parseExactJson } from "../../wire/json/exactJson";
import type { Json } from "../../wire/json/exactJson";
import { exampleScalar } from "./exampleScalar";
import { nothingKnown, resolveType } from "../types/knownTypes";
import type { ConventionType, KnownTypes } from "../types/knownTypes";
import type { RustType } from "../types/rustType";
import { rustTypeText } from "../types/rustTypeText";
import { isScalar } from "./scalarInput";
import { limits } from "../../wire/limits";

const { exampleParts: mostParts } = limits.form;

/**
 * A small value of the type that passes its checks, with every option filled in so that its parts show. A type of which
 * earlier values or examples are known stands as it was last seen, so this is also the text to start from in a JSON
 * editor; one of which nothing is known is an object, as most are.
 */
export function exampleInput(type: RustType, known: KnownTypes = nothingKnown): Json {
  return new ExampleWriter(known).write(type, false);
}

/** Whether there is a part of which nothing but the name is known, so that its example can only be a guess. */
export function isGuess(type: RustType, known: KnownTypes = nothingKnown): boolean {
  const writer = new ExampleWriter(known);
  writer.write(type, false);
  return writer.guesses;
}

class ExampleWriter {
  /** Whether a part had to be guessed. */
  guesses = false;
  private parts = 0;
  private readonly open = new Set<RustType | ConventionType>();

  constructor(private readonly known: KnownTypes) {}

  write(declared: RustType, inLearned: boolean): Json {
    const sample = declared.kind === "named" ? newestSample(declared, this.known) : undefined;
    if (sample !== undefined) return sample;
    const { type, learned } = resolveType(declared, this.known);
    // A type inside itself has no finite example unless an option or a list ends it.
    if (this.open.has(type) || ++this.parts > mostParts) return null;
    this.open.add(type);
    const value = this.writeParts(type, learned || inLearned);
    this.open.delete(type);
    return value;
  }

  private writeParts(type: RustType | ConventionType, learned: boolean): Json {
    if (isScalar(type)) return exampleScalar(type, learned);
    switch (type.kind) {
      case "tuple":
        return type.items.map((item) => this.write(item, learned));
      case "list":
        return [this.write(type.of, learned)];
      case "array":
        return Array.from({ length: Math.min(type.length ?? 1, mostParts) }, () => this.write(type.of, learned));
      case "option":
        return this.write(type.of, learned);
      case "result":
        return { Ok: this.write(type.ok, learned) };
      case "struct":
        return Object.fromEntries(type.fields.map((field) => [field.name, this.write(field.type, learned)]));
      case "named":
      case "unknown":
        this.guesses = true;
        return {};
    }
  }
}

function newestSample(type: RustType, known: KnownTypes): Json | undefined {
  const name = rustTypeText(type);
  for (const shapes of [known.learned, known.examples ?? {}]) {
    const sample = Object.hasOwn(shapes, name) ? shapes[name]?.samples[0] : undefined;
    if (sample !== undefined) return parseExactJson(sample);
  }
  return undefined;
}
