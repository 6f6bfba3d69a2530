import type { Json } from "../../wire/json/exactJson";
import { integerRange } from "../types/integerRange";
import type { ScalarType } from "./scalarInput";
import { limits } from "../../wire/limits";

/** 96 bytes in base58: the look of a key, no one's key. */
const exampleKey =
  "mfNxfDkccxUHca5JgwaGKHS876dqZAGQ2BqKCtSQ2rn721DehwAYkmPhK825LFLZbv1keYEuebvkeDwGDALn6ZxQM8KfwPhxo6DynhSDDSKKPPcwGLkdZbuTKooE9xXfnvw";

/** A value of a type without parts. `learned` types write integers of every width as numbers. */
export function exampleScalar(type: ScalarType, learned: boolean): Json {
  switch (type.kind) {
    case "unit":
      return null;
    case "bool":
      return true;
    case "integer":
      return integerRange(type.name).asText && !learned ? "1" : 1;
    case "float":
      return 0.5;
    case "text":
      return type.name === "char" ? "a" : "text";
    case "bytes":
      return "00".repeat(Math.min(type.length ?? 4, limits.form.exampleBytes));
    case "key":
      return exampleKey;
    case "id":
      return "00".repeat(32);
  }
}
