import type { LoadedSchema } from "../../../graphql/schema/schema";
import { loadSchemaInSteps } from "../../../graphql/schema/schema";

/** Builds a schema in steps of a few milliseconds, so that a large one never holds up the extension host. */
export async function buildSchema(sdl: string): Promise<LoadedSchema> {
  const steps = loadSchemaInSteps(sdl);
  for (;;) {
    const step = steps.next();
    // After the last step too: anyone who waited for the schema has work of its own.
    await new Promise((resolve) => setImmediate(resolve));
    if (step.done) return step.value;
  }
}

/** Whether something can be queried with it. */
export function isUsable(loaded: LoadedSchema | undefined): boolean {
  return loaded !== undefined && "schema" in loaded && loaded.schema.getQueryType() !== undefined;
}
