import { parseArgs } from "node:util";
import { type Behaviours, type ProfileName, behavioursOf, profileNames } from "./profile";

export type Role = "archive" | "prover";

export interface Options {
  host: string;
  port: number;
  seed: string;
  /** Milliseconds between blocks; 0 leaves every block to the control route. */
  blockMs: number;
  /** Blocks that exist when the node starts. */
  history: number;
  txsPerBlock: number;
  /** Milliseconds after which a propagated transaction is in the mempool. */
  propagationMs: number;
  /** What the node does where the interface and deployed nodes differ. */
  like: Behaviours;
  roles: ReadonlySet<Role>;
  /** Extra contract events per second. */
  rate: number;
  /** The identifier prefix of headers: `Node` gives `Node-Version`. */
  prefix: string;
  /** Path in front of every route, as behind a reverse proxy: "" or "/some/where". */
  pathPrefix: string;
  /** Default: that of the nodes it is like. */
  nodeVersion: string;
  oldErrors: boolean;
  exactTopics: boolean;
  keepCase: boolean;
  legacyGraphqlOnly: boolean;
  /** Whether there are the routes `/sandbox/…`, which ask for a token. */
  controls: boolean;
  crsBytes: number;
  provisioners: number;
  /** Idle time after which the node closes a kept-alive socket. */
  keepAliveMs: number;
  /** Unsent bytes at which a slow reader is closed with 1001. */
  slowReaderBytes: number;
  /** `name=value` that the upgrade answer sets and the requests of the session must bring back. */
  stickyCookie: string;
  tlsKey: string;
  tlsCert: string;
}

const defaults = {
  host: "127.0.0.1",
  port: "0",
  seed: "1",
  "block-ms": "2000",
  history: "240",
  "txs-per-block": "3",
  "propagation-ms": "30",
  like: "document",
  rate: "0",
  prefix: "Node",
  "path-prefix": "",
  "node-version": "",
  "crs-bytes": "65536",
  provisioners: "64",
  "keep-alive-ms": "5000",
  "slow-reader-bytes": "33554432",
  "sticky-cookie": "",
  "tls-key": "",
  "tls-cert": "",
} as const;

const switches = ["old-errors", "exact-topics", "keep-case", "legacy-graphql-only", "controls"] as const;

/** Reads the command line. Throws `TypeError` on an unknown flag and `RangeError` on a value that cannot be. */
export function readOptions(args: string[]): Options {
  const text = Object.entries(defaults).map(([name, value]) => [name, { type: "string" as const, default: value }]);
  const flags = switches.map((name) => [name, { type: "boolean" as const, default: false }]);
  const role = ["role", { type: "string" as const, multiple: true as const, default: ["archive,prover"] }];
  const { values } = parseArgs({ args, options: Object.fromEntries([...text, ...flags, role]) as never });
  const value = values as Record<keyof typeof defaults, string> &
    Record<(typeof switches)[number], boolean> & { role: string[] };
  const like = behavioursOf(oneOf<ProfileName>("like", value.like, profileNames));
  return {
    host: value.host,
    port: wholeNumber("port", value.port),
    seed: value.seed,
    blockMs: wholeNumber("block-ms", value["block-ms"]),
    history: wholeNumber("history", value.history),
    txsPerBlock: wholeNumber("txs-per-block", value["txs-per-block"]),
    roles: rolesOf(value.role.flatMap((names) => names.split(","))),
    propagationMs: wholeNumber("propagation-ms", value["propagation-ms"]),
    like,
    rate: Math.min(wholeNumber("rate", value.rate), 100_000),
    prefix: value.prefix,
    pathPrefix: withoutLastSlashes(value["path-prefix"]),
    nodeVersion: value["node-version"] || like["version in node info"],
    oldErrors: value["old-errors"],
    exactTopics: value["exact-topics"],
    keepCase: value["keep-case"],
    legacyGraphqlOnly: value["legacy-graphql-only"],
    controls: value.controls,
    crsBytes: wholeNumber("crs-bytes", value["crs-bytes"]),
    provisioners: wholeNumber("provisioners", value.provisioners),
    keepAliveMs: wholeNumber("keep-alive-ms", value["keep-alive-ms"]),
    slowReaderBytes: wholeNumber("slow-reader-bytes", value["slow-reader-bytes"]),
    stickyCookie: value["sticky-cookie"],
    tlsKey: value["tls-key"],
    tlsCert: value["tls-cert"],
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
