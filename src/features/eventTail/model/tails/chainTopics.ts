import { t } from "../../../../base/translate";

/** A topic of the node interface, §6.2, with what it means. */
export interface ChainTopic {
  component: "blocks" | "transactions";
  topic: string;
  meaning: string;
}

export const chainTopics: readonly ChainTopic[] = [
  { component: "blocks", topic: "accepted", meaning: t`a block is accepted into the chain` },
  { component: "blocks", topic: "statechange", meaning: t`a block becomes confirmed or finalized` },
  { component: "blocks", topic: "reverted", meaning: t`a block is removed from the chain` },
  { component: "transactions", topic: "included", meaning: t`a transaction enters the mempool` },
  { component: "transactions", topic: "executed", meaning: t`a transaction is executed in a block` },
  { component: "transactions", topic: "removed", meaning: t`a transaction leaves the mempool` },
  { component: "transactions", topic: "deferred", meaning: t`a transaction waits for its nonce` },
  { component: "transactions", topic: "dropped", meaning: t`a transaction is discarded` },
];
