import type { Json } from "../wire/json";
import type { ContractDefinition } from "./contract";

/** The schema document that a driver's `get_schema` answers: functions, events and imports as Rust type names. */
export function driverSchema({ title, types, functions, events }: ContractDefinition<unknown>): Json {
  const crate = title.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? "_" : ""}${letter.toLowerCase()}`);
  const own = Object.keys(types).map((name) => ({ name, path: `${crate}_types::${name}` }));
  const used = JSON.stringify([functions, events, types]);
  const shared = [
    { name: "AccountPublicKey", path: "core_types::signatures::AccountPublicKey" },
    { name: "ContractId", path: "core_types::abi::ContractId" },
    { name: "BlsScalar", path: "core_types::BlsScalar" },
  ].filter(({ name }) => used.includes(name));
  return {
    name: title,
    imports: [...own, ...shared],
    functions: functions.map(({ name, doc, input, output }) => ({
      name,
      ...(doc === undefined ? {} : { doc }),
      input,
      output,
    })),
    events: events.map(({ topic, data }) => ({ topic, data })),
  };
}
