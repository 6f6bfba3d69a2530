/** A topic of the node interface, §6.2, with what it means. */
export interface ChainTopic {
  component: "blocks" | "transactions";
  topic: string;
  meaning: string;
}

export const chainTopics: readonly ChainTopic[] = [
  { component: "blocks", topic: "accepted", meaning: "a block is accepted into the chain" },
  { component: "blocks", topic: "statechange", meaning: "a block becomes confirmed or finalized" },
  { component: "blocks", topic: "reverted", meaning: "a block is removed from the chain" },
  { component: "transactions", topic: "included", meaning: "a transaction enters the mempool" },
  { component: "transactions", topic: "executed", meaning: "a transaction is executed in a block" },
  { component: "transactions", topic: "removed", meaning: "a transaction leaves the mempool" },
  { component: "transactions", topic: "deferred", meaning: "a transaction waits for its nonce" },
  { component: "transactions", topic: "dropped", meaning: "a transaction is discarded" },
];
