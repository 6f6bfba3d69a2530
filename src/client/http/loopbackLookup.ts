import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

/**
 * Resolves `localhost` to both of its addresses, whatever the hosts file says: a node may listen on only one of them,
 * and the connection tries the second when the first refuses. Other names are resolved as usual.
 */
export const loopbackLookup: LookupFunction = (hostname, options, found) => {
  if (!options.all || !/^(.*\.)?localhost$/i.test(hostname)) return lookup(hostname, options, found);
  found(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);
};
