/** What a Rust type name of a driver schema means for the bytes and the JSON. */
export type RustType =
  | { kind: "unit" | "bool" | "string" | "bytes" | "key" }
  | { kind: "integer"; name: string; signed: boolean; size: number }
  | { kind: "byte-array"; length: number }
  | { kind: "tuple"; items: RustType[] }
  | { kind: "array"; of: RustType; length: number }
  | { kind: "option" | "list"; of: RustType }
  | { kind: "struct" | "choice"; name: string; members: [name: string, type: RustType][] };

/** A contract's own types: a struct, an enum whose variants carry one value each, or another name for a type. */
export type NamedTypes = Record<
  string,
  { fields: Record<string, string> } | { variants: Record<string, string> } | { as: string }
>;

const known: Record<string, RustType> = {
  bool: { kind: "bool" },
  String: { kind: "string" },
  AccountPublicKey: { kind: "key" },
  ContractId: { kind: "byte-array", length: 32 },
  BlsScalar: { kind: "byte-array", length: 32 },
};

/** Throws `Error` on a name that neither Rust nor `named` knows: a mistake in a sample contract. */
export function rustType(text: string, named: NamedTypes): RustType {
  const name = text.trim();
  if (name === "()") return { kind: "unit" };
  const integer = /^([ui])(8|16|32|64|128)$/.exec(name);
  if (integer) return { kind: "integer", name, signed: integer[1] === "i", size: Number(integer[2]) / 8 };
  const array = /^\[(.*);\s*(\d+)\]$/.exec(name);
  if (array) return arrayOf(rustType(array[1] ?? "", named), Number(array[2]));
  const generic = /^(Option|Vec)<(.*)>$/.exec(name);
  if (generic) return generic[1] === "Vec" ? listOf(generic[2] ?? "", named) : option(generic[2] ?? "", named);
  if (name.startsWith("(")) return { kind: "tuple", items: items(name).map((item) => rustType(item, named)) };
  const found = known[name] ?? ownType(name, named);
  if (!found) throw new Error(`The sample contracts do not define the type ${name}`);
  return found;
}

function option(of: string, named: NamedTypes): RustType {
  return { kind: "option", of: rustType(of, named) };
}

function listOf(of: string, named: NamedTypes): RustType {
  return of === "u8" ? { kind: "bytes" } : { kind: "list", of: rustType(of, named) };
}

function arrayOf(of: RustType, length: number): RustType {
  return of.kind === "integer" && of.name === "u8" ? { kind: "byte-array", length } : { kind: "array", of, length };
}

function ownType(name: string, named: NamedTypes): RustType | undefined {
  const own = named[name];
  if (!own) return undefined;
  if ("as" in own) return rustType(own.as, named);
  const [kind, source] = "fields" in own ? (["struct", own.fields] as const) : (["choice", own.variants] as const);
  const members = Object.entries(source).map(([member, type]): [string, RustType] => [member, rustType(type, named)]);
  // Drivers give the keys of their JSON in alphabetical order; so the sandbox's own bytes have the fields in that one.
  return { kind, name, members: kind === "struct" ? members.sort(([a], [b]) => (a < b ? -1 : 1)) : members };
}

/** Splits "(A, Vec<(B, C)>)" at its own commas only. */
function items(tuple: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 1; at < tuple.length; at++) {
    const character = tuple.charAt(at);
    const ends = depth === 0 && (character === "," || character === ")");
    if (ends) found.push(tuple.slice(start, at).trim());
    if (ends) start = at + 1;
    if ("(<[".includes(character)) depth++;
    if (")>]".includes(character)) depth--;
  }
  return found.filter((item) => item !== "");
}
