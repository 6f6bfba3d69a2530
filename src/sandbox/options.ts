import { parseArgs } from "node:util";
import { type Behaviours, type ProfileName, behavioursOf, profileNames } from "./profile";

export type Role = "archive" | "prover";

/** Flags that take a text, with what they are when they are not given. */
const texts = {
  host: "127.0.0.1",
  seed: "1",
  /** The identifier prefix of headers: `Node` gives `Node-Version`. */
  prefix: "Node",
  /** Path in front of every route, as behind a reverse proxy: "" or "/some/where". */
  "path-prefix": "",
  /** Default: that of the nodes it is like. */
  "node-version": "",
  /** `name=value` that the upgrade answer sets and the requests of the session must bring back. */
  "sticky-cookie": "",
  "tls-key": "",
  "tls-cert": "",
};

/** Flags that take a whole number. */
const numbers = {
  port: 0,
  /** Milliseconds between blocks; 0 leaves every block to the control route. */
  "block-ms": 2000,
  /** Blocks that exist when the node starts. */
  history: 240,
  "txs-per-block": 3,
  /** Every block whose height is the last of so many is reverted at once, and another accepted in its place; 0: none. */
  "revert-every": 23,
  /** Milliseconds after which a propagated transaction is in the mempool. */
  "propagation-ms": 30,
  /** Extra contract events per second. */
  rate: 0,
  "crs-bytes": 65_536,
  provisioners: 64,
  /** Idle time after which the node closes a kept-alive socket. */
  "keep-alive-ms": 5000,
  /** Unsent bytes at which a slow reader is closed with 1001. */
  "slow-reader-bytes": 33_554_432,
};

/** `controls`: whether there are the routes `/sandbox/…`, which ask for a token. */
const switches = ["old-errors", "exact-topics", "keep-case", "legacy-graphql-only", "controls"] as const;

type Camel<S extends string> = S extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : S;
type Named<Flag extends string, T> = { [F in Flag as Camel<F>]: T };

/** What a node is started with, each flag under its name in camel case. */
export interface Options
  extends
    Named<keyof typeof texts, string>,
    Named<keyof typeof numbers, number>,
    Named<(typeof switches)[number], boolean> {
  /** What the node does where the interface and deployed nodes differ. */
  like: Behaviours;
  roles: ReadonlySet<Role>;
}

/** Reads the command line. Throws `TypeError` on an unknown flag and `RangeError` on a value that cannot be. */
export function readOptions(args: string[]): Options {
  const usual = { ...texts, ...numbers, like: "document" };
  const text = Object.entries(usual).map(([name, value]) => [name, { type: "string", default: String(value) }]);
  const flags = switches.map((name) => [name, { type: "boolean", default: false }]);
  const role = ["role", { type: "string", multiple: true, default: ["archive,prover"] }];
  const { values } = parseArgs({ args, options: Object.fromEntries([...text, ...flags, role]) as never });
  const { role: roles, like: profile, ...given } = values as { role: string[]; like: string };
  const own = Object.entries<string | boolean>(given).map(([flag, value]) => [
    flag.replace(/-./g, (dash) => dash.charAt(1).toUpperCase()),
    flag in numbers ? wholeNumber(flag, String(value)) : value,
  ]);
  const options = Object.fromEntries(own) as Options;
  const like = behavioursOf(oneOf<ProfileName>("like", profile, profileNames));
  return {
    ...options,
    like,
    roles: rolesOf(roles.flatMap((names) => names.split(","))),
    rate: Math.min(options.rate, 100_000),
    pathPrefix: withoutLastSlashes(options.pathPrefix),
    nodeVersion: options.nodeVersion || like["version in node info"],
  };
}

function wholeNumber(flag: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new RangeError(`--${flag} takes a whole number, not "${text}"`);
  return Number(text);
}

function oneOf<T extends string>(flag: string, text: string, allowed: T[]): T {
  const found = allowed.find((name) => name === text);
  if (found === undefined) throw new RangeError(`--${flag} takes ${allowed.join(", ")}, not "${text}"`);
  return found;
}

function rolesOf(names: string[]): Set<Role> {
  const roles = names.map((name) => oneOf<Role | "plain">("role", name.trim(), ["plain", "archive", "prover"]));
  return new Set(roles.filter((role): role is Role => role !== "plain"));
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === "/") end--;
  return path.slice(0, end);
}
