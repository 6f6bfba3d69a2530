import type { GraphQLSchema } from "graphql";
import { loadSchema } from "../../support/loadSchema";

/** The schema of SDL that is known to load. */
export function schemaOf(sdl: string): GraphQLSchema {
  const loaded = loadSchema(sdl);
  if ("problem" in loaded) throw new Error(loaded.problem.code);
  return loaded.schema;
}

/** What a node with an archive offers, in small. */
export const nodeSdl = `
"""Any JSON value."""
scalar JSON
enum Order { ASC DESC "Neither." RANDOM @deprecated(reason: "not stable") }
input Window { from: Int! to: Int labels: [String!] inner: Window }
interface Entry { id: String! }
type Block implements Entry {
  id: String!
  header: Header!
  transactions: [SpentTransaction!]!
  """
  Paid to the generator, in the smallest unit.
  """
  reward: Int!
  oldReward: Int @deprecated(reason: "use reward")
}
type Header { height: Int! hash: String! json: JSON! }
type SpentTransaction implements Entry { id: String! tx: Transaction! err: String gasSpent: Int! }
type Transaction { id: String! memo: String }
union Found = Block | Transaction
type Query {
  block(height: Float, hash: String): Block
  blocks(last: Int, range: [Int!], order: Order): [Block!]!
  tx(hash: String!): SpentTransaction
  checkBlock(height: Int!, hash: String!, onlyFinalized: Boolean): Boolean!
  finalizedEvents(contractId: String!, limit: Int, cursor: String): JSON
  within(window: Window!, windows: [Window!]): [Entry!]!
  find(by: JSON): Found
  lastBlockPair: JSON!
}
schema { query: Query }
`;

export const nodeSchema = schemaOf(nodeSdl);
