const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Digits that are converted at a time, as many as a `number` holds: one by one would take most of the node's start. */
const groupDigits = 9;
const groupBase = 58n ** BigInt(groupDigits);

export function toBase58(bytes: Uint8Array): string {
  let text = "";
  for (let rest = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`); rest > 0n; rest /= groupBase) {
    let group = Number(rest % groupBase);
    for (let digit = 0; digit < groupDigits; digit++, group = Math.floor(group / 58)) {
      text = alphabet.charAt(group % 58) + text;
    }
  }
  return "1".repeat(leadingZeros(bytes)) + text.replace(/^1+/, "");
}

/** Undefined when the text holds a character outside the alphabet or does not make exactly `length` bytes. */
export function fromBase58(text: string, length: number): Buffer | undefined {
  const found = lastRead.get(text) ?? read(text, length);
  if (lastRead.size >= 256) lastRead.clear();
  if (found?.length !== length) return undefined;
  lastRead.set(text, found);
  return found;
}

/** The same few keys are read over and over. */
const lastRead = new Map<string, Buffer>();

function read(text: string, length: number): Buffer | undefined {
  const digits = Array.from(text, (character) => alphabet.indexOf(character));
  if (digits.includes(-1) || text.length > length * 2) return undefined;
  const value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n);
  const hex = value === 0n ? "" : value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.alloc(leadingZeros(digits)), bytes]);
}

function leadingZeros(digits: ArrayLike<number>): number {
  const first = Array.from(digits).findIndex((digit) => digit !== 0);
  return first < 0 ? digits.length : first;
}
