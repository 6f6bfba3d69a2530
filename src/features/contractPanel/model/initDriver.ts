import { t } from "../../../base/translate";
import { messageOf } from "../../../base/words";
import { NodeError } from "../../../client/failures/nodeError";
import { readDriverSchema, type DriverFunction, type DriverSchema } from "../../../contract/schema/driverSchema";
import type { DriverProcess } from "../../../driver/driverProcess";
import { visibleText } from "../../../wire/visibleText";

/** The driver of a contract that is to be deployed, as far as it is needed for what that begins with. */
export interface InitDriver {
  schema: DriverSchema;
  /** What the contract begins by; undefined when the schema has none such. */
  fn: DriverFunction | undefined;
  /** The bytes of its arguments, as hex. Rejects with a sentence when the driver refuses them or does not answer. */
  encode(json: string): Promise<string>;
  dispose(): void;
}

/** What contracts begin by, in the order in which it is looked for. */
const initNames = ["init", "constructor", "new"];

/** Loads a driver's module, which runs in a process of its own. Rejects with a sentence for what is no driver. */
export async function loadInitDriver(drivers: Pick<DriverProcess, "load">, module: Uint8Array): Promise<InitDriver> {
  const running = await drivers.load(module).catch((error: unknown) => {
    throw new NodeError("invalid-input", t`This module is not a driver: ${visibleText(messageOf(error))}.`);
  });
  const refused = (error: unknown): never => {
    throw new NodeError("invalid-input", t`The driver refuses this: ${visibleText(messageOf(error))}`);
  };
  try {
    const schema = readDriverSchema((await running.schema()) ?? "");
    const fn = initNames.flatMap((wanted) => schema.functions.find(({ name }) => name === wanted) ?? [])[0];
    return {
      ...{ schema, fn },
      encode: (json) =>
        (running.encodeInput(fn?.name ?? "", json) ?? Promise.reject(new Error(t`it is busy`))).catch(refused),
      dispose: () => running.dispose(),
    };
  } catch (error) {
    running.dispose();
    throw new NodeError("invalid-input", t`The driver tells no schema: ${visibleText(messageOf(error))}.`);
  }
}
