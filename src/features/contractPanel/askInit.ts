import { t } from "../../base/translate";
import { schemaType } from "../../contract/schema/driverSchema";
import type { DriverProcess } from "../../driver/driverProcess";
import { showOpenDialog } from "../../host/dialogs";
import { readBytes } from "../../host/readText";
import { limits } from "../../wire/limits";
import { askJson, askSteps, inputSteps } from "./askInput";
import { loadInitDriver } from "./model/initDriver";

/**
 * Asks for the driver of a contract that is to be deployed and for what its constructor takes, like the input of a call.
 * Resolves to that as hex, to a sentence when there is nothing to ask for, and to undefined when the person gives up.
 */
export async function askInit(
  drivers: DriverProcess,
  title: string,
): Promise<{ hex: string } | { problem: string } | undefined> {
  const filters = { WebAssembly: ["wasm"] };
  const file = await showOpenDialog({ title: t`Driver of the Contract`, openLabel: t`Use`, filters });
  if (!file) return undefined;
  const driver = await loadInitDriver(drivers, await readBytes(file, limits.requestBytes.driver));
  try {
    const { schema, fn } = driver;
    if (!fn) return { problem: t`The driver's schema has no init function.` };
    const type = schemaType(schema, fn.input);
    const known = { declared: schema.types, learned: {} };
    const steps = inputSteps(fn, schema, known);
    const about = `${title} · ${fn.name}`;
    const json = await (steps ? askSteps(about, steps, type, known, fn.doc) : askJson(about, fn.input, type, known));
    return json === undefined ? undefined : { hex: await driver.encode(json) };
  } finally {
    driver.dispose();
  }
}
