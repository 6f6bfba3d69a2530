import { parseArgs } from "node:util";
import type { HeightType } from "./graphqlSchema";

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
  roles: ReadonlySet<Role>;
  /** Extra contract events per second. */
  rate: number;
  /** The identifier prefix of headers: `Node` gives `Node-Version`. */
  prefix: string;
  /** Path in front of every route, as behind a reverse proxy: "" or "/some/where". */
  pathPrefix: string;
  nodeVersion: string;
  oldErrors: boolean;
  requireTopic: boolean;
  exactTopics: boolean;
  keepCase: boolean;
  lenientMetadata: boolean;
  legacyGraphqlOnly: boolean;
  /** Whether there are the routes `/sandbox/…`, which ask for a token. */
  controls: boolean;
  builtinSchema: "ok" | "500" | "drop";
  /** The type that the GraphQL schema gives a block's height; queries of either work. */
  heightType: HeightType;
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
  rate: "0",
  prefix: "Node",
  "path-prefix": "",
  "node-version": "1.6.0",
  "builtin-schema": "ok",
  "height-type": "Int",
  "crs-bytes": "65536",
  provisioners: "64",
  "keep-alive-ms": "5000",
  "slow-reader-bytes": "33554432",
  "sticky-cookie": "",
  "tls-key": "",
  "tls-cert": "",
} as const;

const switches = [
  "old-errors",
  "require-topic",
  "exact-topics",
  "keep-case",
  "lenient-metadata",
  "legacy-graphql-only",
  "controls",
] as const;

/** Reads the command line. Throws `TypeError` on an unknown flag and `RangeError` on a value that cannot be. */
export function readOptions(args: string[]): Options {
  const text = Object.entries(defaults).map(([name, value]) => [name, { type: "string" as const, default: value }]);
  const flags = switches.map((name) => [name, { type: "boolean" as const, default: false }]);
  const role = ["role", { type: "string" as const, multiple: true as const, default: ["archive,prover"] }];
  const { values } = parseArgs({ args, options: Object.fromEntries([...text, ...flags, role]) as never });
  const value = values as Record<keyof typeof defaults, string> &
    Record<(typeof switches)[number], boolean> & { role: string[] };
  return {
    host: value.host,
    port: wholeNumber("port", value.port),
    seed: value.seed,
    blockMs: wholeNumber("block-ms", value["block-ms"]),
    history: wholeNumber("history", value.history),
    txsPerBlock: wholeNumber("txs-per-block", value["txs-per-block"]),
    roles: rolesOf(value.role.flatMap((names) => names.split(","))),
    rate: Math.min(wholeNumber("rate", value.rate), 100_000),
    prefix: value.prefix,
    pathPrefix: withoutLastSlashes(value["path-prefix"]),
    nodeVersion: value["node-version"],
    oldErrors: value["old-errors"],
    requireTopic: value["require-topic"],
    exactTopics: value["exact-topics"],
    keepCase: value["keep-case"],
    lenientMetadata: value["lenient-metadata"],
    legacyGraphqlOnly: value["legacy-graphql-only"],
    controls: value.controls,
    builtinSchema: oneOf("builtin-schema", value["builtin-schema"], ["ok", "500", "drop"]),
    heightType: oneOf<HeightType>("height-type", value["height-type"], ["Int", "Float"]),
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
