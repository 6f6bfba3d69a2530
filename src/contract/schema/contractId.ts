import { checkContractId } from "../../wire/ids";

/** The id in the node's spelling, or undefined when the text is no contract id. */
export function contractIdOf(text: string): string | undefined {
  const checked = checkContractId(text);
  return checked.ok ? checked.value : undefined;
}

/** An id short enough for a label: its first eight and last four digits. */
export function shortContractId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}
