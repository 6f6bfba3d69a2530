/** Ids of the sandbox's contracts, the same for every seed. The first two are built into a node (§2.11). */
export const contractIds = {
  transfer: `01${"00".repeat(31)}`,
  stake: `02${"00".repeat(31)}`,
  counter: "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62",
  token: "70ce9b14d3a85f2607c1be94f83a6d205e17c9b8a42f063d91e5c7b08a3f6d14",
  mixedCase: "ca5e60b7f1d2934856a0c3e8b7d41f926350ae8c1b7f4d0293e6a5c8d17b40f3",
  ledger: "feed35a1c08e7b492d60f3b8a5c714e9d2860bf3a71e5c94d08b26f3e7a1c590",
  vault: "a0175c3e8b90d4f2613a7be5c8d09f14b26e73a5d80c1f94e7b3a6052d8c9f41",
  silent: "511e4b70a9d3c2f8156e0b7ac94d83f2a60e5b17c3d9840f2ba6e7c15d03f894",
  savings: "5a716465c0b7e91f2d3846a0e5c8b17f9d02634ae1b58c7f40d6923e8a5b1c70",
} as const;
