/** What the sandbox's `rate` control is told for a flood: small events of a contract, and transactions of 1 MiB. */
export const flood = { perSecond: 2000, largePerSecond: 20, memoLength: 1 << 20 };
