import { atOnce } from "../../src/base/atOnce";
import { loadSchemaInSteps, type LoadedSchema } from "../../src/graphql/schema/schema";

/** Builds a schema at once, where nothing has to come in between. */
export function loadSchema(sdl: string): LoadedSchema {
  return atOnce(loadSchemaInSteps(sdl));
}
