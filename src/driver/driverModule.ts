import { t } from "../base/translate";
import { messageOf } from "../base/words";
import { limits } from "../wire/limits";
import { visibleText } from "../wire/visibleText";
import { ModuleReader, ModuleRefusal, numberBytes, readSections, writeModule, type Section } from "./moduleReader";

const sectionId = { import: 2, table: 4, memory: 5, export: 7 } as const;
/** How the kinds of an export are numbered. */
const kind = { function: 0, memory: 2 } as const;
const pageBytes = 65_536;
/** Whether limits end with a maximum; any other flag is for memory that is shared or has 64-bit addresses. */
const flag = { noMost: 0, most: 1 } as const;

/** What a driver's module exports, by kind. */
const driverExports: Readonly<Record<string, number>> = {
  memory: kind.memory,
  init: kind.function,
  alloc: kind.function,
  dealloc: kind.function,
  get_last_error: kind.function,
  get_schema: kind.function,
  get_version: kind.function,
  encode_input_fn: kind.function,
  decode_input_fn: kind.function,
  decode_output_fn: kind.function,
  decode_event: kind.function,
};

/** Names of the exports that a driver must have (§4.7) and these bytes lack: all of them if they are no WASM module. */
export function missingDriverExports(bytes: Uint8Array): string[] {
  try {
    return missingOf(readSections(bytes));
  } catch {
    return Object.keys(driverExports);
  }
}

/** What a module is made of, and why it is not run here, if it is not. */
export interface ModuleSummary {
  /** By their names in the binary format's description, in their order. */
  sections: string[];
  exports: string[];
  refusal: string | undefined;
}

const sectionNames = ["custom", "type", "import", "function", "table", "memory", "global"].concat(
  ...["export", "start", "element", "code", "data", "data count", "tag"],
);

/** Looks at a module without compiling it. Throws in words what is no WASM module. */
export function moduleSummary(bytes: Uint8Array): ModuleSummary {
  const sections = readSections(bytes);
  const summary = {
    sections: sections.map(({ id }) => sectionNames[id] ?? `section ${id}`),
    exports: [...exportsOf(sections).keys()].map((name) => visibleText(name.slice(0, limits.wordsCharacters))),
  };
  try {
    boundedDriver(bytes);
    return { ...summary, refusal: undefined };
  } catch (error) {
    return { ...summary, refusal: messageOf(error) };
  }
}

/**
 * A driver's module as it may be run: what it declares is looked at before anything is made of it, and how far its table
 * and its memory may grow is written into it. Nothing is compiled. Throws as `readSections` does.
 */
export function boundedDriver(bytes: Uint8Array): Uint8Array {
  const most = limits.requestBytes.driver;
  if (bytes.length > most) throw new ModuleRefusal(t`it has ${bytes.length} bytes, and nodes take ${most}`);
  const sections = readSections(bytes);
  const missing = missingOf(sections);
  if (missing.length > 0) throw new ModuleRefusal(t`it does not export ${missing.join(", ")}`);
  const wanted = firstImport(sections);
  if (wanted !== undefined) throw new ModuleRefusal(t`it imports “${wanted}”, and a driver imports nothing`);
  return writeModule(sections.map(bounded));
}

function missingOf(sections: readonly Section[]): string[] {
  const found = exportsOf(sections);
  return Object.keys(driverExports).filter((name) => found.get(name) !== driverExports[name]);
}

function exportsOf(sections: readonly Section[]): ReadonlyMap<string, number> {
  const reader = readerOf(sections, sectionId.export);
  const found = new Map<string, number>();
  const count = reader?.number() ?? 0;
  if (count > limits.driver.exports) throw new ModuleRefusal(t`it exports ${count} things`);
  for (let left = count; reader && left > 0; left--) {
    found.set(reader.name(), reader.byte());
    reader.number();
  }
  return found;
}

function firstImport(sections: readonly Section[]): string | undefined {
  const reader = readerOf(sections, sectionId.import);
  if (!reader || reader.number() === 0) return undefined;
  reader.name();
  return visibleText(reader.name().slice(0, limits.wordsCharacters));
}

function readerOf(sections: readonly Section[], wanted: number): ModuleReader | undefined {
  const section = sections.find(({ id }) => id === wanted);
  return section && new ModuleReader(section.content);
}

function bounded(section: Section): Section {
  if (section.id === sectionId.table) return boundedTable(section);
  return section.id === sectionId.memory ? boundedMemory(section) : section;
}

function boundedTable({ id, content }: Section): Section {
  const { tableElements: most } = limits.driver;
  const reader = new ModuleReader(content);
  const count = reader.number();
  if (count > 1) throw new ModuleRefusal(t`it declares ${count} tables`);
  if (count === 0) return { id, content };
  return {
    id,
    content: Uint8Array.of(1, reader.byte(), ...boundedLimits(reader, t`elements of its table`, { first: most, most })),
  };
}

function boundedMemory({ id, content }: Section): Section {
  const { firstMemoryBytes, memoryBytes } = limits.driver;
  const reader = new ModuleReader(content);
  const count = reader.number();
  if (count !== 1) throw new ModuleRefusal(t`it declares ${count} memories`);
  const bounds = { first: firstMemoryBytes / pageBytes, most: memoryBytes / pageBytes };
  return { id, content: Uint8Array.of(1, ...boundedLimits(reader, t`pages of memory`, bounds)) };
}

/** Limits, to the end of their section, with a maximum that is not above ours. */
function boundedLimits(reader: ModuleReader, what: string, bounds: { first: number; most: number }): number[] {
  const given = reader.byte();
  const isKnown = given === flag.noMost || given === flag.most;
  const first = isKnown ? reader.number() : 0;
  const most = given === flag.most ? reader.number() : Infinity;
  if (!isKnown || !reader.atEnd) throw new ModuleRefusal(t`it declares ${what} in a way that is not known here`);
  if (first > bounds.first) throw new ModuleRefusal(t`it begins with ${first} ${what}, of at most ${bounds.first}`);
  return [flag.most, ...numberBytes(first), ...numberBytes(Math.min(most, bounds.most))];
}
