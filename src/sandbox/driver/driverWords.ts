import { Refusal, isNested } from "../http/answer";
import type { SampleContract } from "../contracts/contract";
import type { Behaviours } from "../profile";
import type { CodecError } from "../wire/typeCodec";

/** What a driver says, as Rust shows it; of a contract's own module once more in what says that the module failed. */
export function driverWords(driver: SampleContract["driver"], { fault, message }: CodecError): string {
  const said = `${fault}(${JSON.stringify(message)})`;
  return driver === "built-in" ? said : `FfiError(${JSON.stringify(`FFI returned 2: ${said}`)})`;
}

/** The refusal of a driver's method that failed. */
export function driverFailure(
  { driver }: SampleContract,
  method: string,
  error: CodecError,
  like: Behaviours,
): Refusal {
  const text = isNested(like)
    ? `Data-Driver Error: ${driverWords(driver, error)}`
    : `${method} failed with: ${error.message}`;
  return new Refusal(500, text, "Data driver error: ");
}
