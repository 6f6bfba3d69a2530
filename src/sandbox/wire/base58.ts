const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function toBase58(bytes: Uint8Array): string {
  const text = convert(groups(bytes, 3, 256), 256 ** 3, 58 ** 4)
    .flatMap((group) => digitsOf(group, 4, 58))
    .map((digit) => alphabet.charAt(digit))
    .join("");
  return "1".repeat(leadingZeros(bytes)) + text.replace(/^1+/, "");
}

/** Undefined when the text holds a character outside the alphabet or does not make exactly `length` bytes. */
export function fromBase58(text: string, length: number): Buffer | undefined {
  const found = lastRead.get(text) ?? read(text, length);
  if (lastRead.size >= 256) lastRead.clear();
  if (found) lastRead.set(text, found);
  return found?.length === length ? found : undefined;
}

/** The same few keys are read over and over. */
const lastRead = new Map<string, Buffer>();

function read(text: string, length: number): Buffer | undefined {
  const digits = Array.from(text, (character) => alphabet.indexOf(character));
  if (digits.includes(-1) || text.length > length * 2) return undefined;
  const value = convert(groups(digits, 4, 58), 58 ** 4, 256 ** 3).flatMap((group) => digitsOf(group, 3, 256));
  const bytes = [...Array<number>(leadingZeros(digits)).fill(0), ...value.slice(leadingZeros(value))];
  return bytes.length === length ? Buffer.from(bytes) : undefined;
}

/** Joins `size` digits at a time, the last group full: converting digit by digit would take most of the node's start. */
function groups(digits: ArrayLike<number>, size: number, base: number): number[] {
  const joined = Array<number>(Math.ceil(digits.length / size)).fill(0);
  const lead = joined.length * size - digits.length;
  for (let at = 0; at < digits.length; at++) {
    const group = Math.floor((at + lead) / size);
    joined[group] = (joined[group] ?? 0) * base + (digits[at] ?? 0);
  }
  return joined;
}

function digitsOf(group: number, size: number, base: number): number[] {
  const digits = Array<number>(size);
  for (let at = size - 1; at >= 0; at--, group = Math.floor(group / base)) digits[at] = group % base;
  return digits;
}

/** Digits of one base, most significant first, in another base. */
function convert(digits: number[], from: number, to: number): number[] {
  const result: number[] = [];
  for (const digit of digits) {
    let carry = digit;
    for (let place = 0; place < result.length; place++) {
      carry += (result[place] ?? 0) * from;
      result[place] = carry % to;
      carry = Math.floor(carry / to);
    }
    for (; carry > 0; carry = Math.floor(carry / to)) result.push(carry % to);
  }
  return result.reverse();
}

function leadingZeros(digits: ArrayLike<number>): number {
  let count = 0;
  while (count < digits.length && digits[count] === 0) count++;
  return count;
}
