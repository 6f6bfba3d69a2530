import { roundTrip } from "./roundTrip";

/** The same in the extension host, where `fetch` is patched and opens a connection for every request. */
export function bench(): Promise<void> {
  return roundTrip("extension host", "≥ 8×");
}
