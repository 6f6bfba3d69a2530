import type * as vscode from "vscode";
import { type DriverSchema, schemaType } from "../../contract/schema/driverSchema";
import type { KnownTypes } from "../../contract/types/knownTypes";
import { learnFromValue, type LearnedShapes } from "../../contract/schema/learnedShapes";
import { limits } from "../../wire/limits";
import type { Json } from "../../wire/json/exactJson";

interface Remembered {
  [contractId: string]: LearnedShapes;
}

/** A value that a driver accepted or gave, and the type text of the schema that it has. */
export type SeenValue = readonly [typeText: string, value: Json];

const memoryKey = "learnedTypes";

/** What earlier values taught of the types that schemas only name, per contract, for this workspace. */
export class LearnedTypes {
  constructor(private readonly memory: vscode.Memento) {}

  of(contractId: string): LearnedShapes {
    return this.all[contractId] ?? {};
  }

  known(contractId: string, schema: DriverSchema): KnownTypes {
    return { declared: schema.types, learned: this.of(contractId) };
  }

  async learn(contractId: string, schema: DriverSchema, seen: readonly SeenValue[]): Promise<void> {
    const before = this.of(contractId);
    const after = seen.reduce((shapes, [text, value]) => {
      return text === "" ? shapes : learnFromValue(shapes, schemaType(schema, text), value);
    }, before);
    if (after === before) return;
    const others = Object.entries(this.all).filter(([id]) => id !== contractId);
    let left = limits.learned.characters;
    const newestFirst = [[contractId, after] as const, ...others.reverse()].slice(0, limits.learned.contracts);
    // What there is no room for is learned again from the next value.
    const kept = newestFirst.filter((each) => (left -= JSON.stringify(each).length) >= 0);
    await this.memory.update(memoryKey, Object.fromEntries(kept.reverse()));
  }

  private get all(): Remembered {
    return this.memory.get<Remembered>(memoryKey) ?? {};
  }
}
