/** The id of the sandbox's chain, in node info and in every transaction. */
export const sandboxChainId = 250;
