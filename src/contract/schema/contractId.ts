import { checkContractId } from "../../wire/ids";

/** The id in the node's spelling, or undefined when the text is no contract id. */
export function contractIdOf(text: string): string | undefined {
  const checked = checkContractId(text);
  return checked.ok ? checked.value : undefined;
}
