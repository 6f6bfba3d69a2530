import { GraphQLError, GraphQLFloat, GraphQLInt, Kind, buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";

/** Types of a block's height: the interface has `Int` (§2.10), deployed nodes have `Float`. */
export type HeightType = "Int" | "Float";

/** The SDL that the legacy route answers: archive queries exist on archive nodes only (§2.10). */
export function schemaSdl(archive: boolean, height: HeightType): string {
  return `${types}\ntype Query {\n${queries(height)}${archive ? archiveQueries : ""}}\n${archive ? archiveTypes : ""}${directives}`;
}

export function schemaOf(sdl: string): GraphQLSchema {
  carryLongIntegers();
  return buildSchema(sdl);
}

/** `Int` of deployed nodes carries 64 bits, which the built-in scalar refuses both ways. */
function carryLongIntegers(): void {
  const integer = (value: unknown) => {
    if (typeof value === "bigint" || Number.isSafeInteger(value)) return value as number;
    throw new GraphQLError(`Int cannot represent: ${String(value)}`);
  };
  GraphQLInt.serialize = integer;
  GraphQLInt.parseValue = integer;
  GraphQLInt.parseLiteral = (node) => {
    if (node.kind !== Kind.INT) throw new GraphQLError("Int cannot represent a value of another kind", { nodes: node });
    const exact = BigInt(node.value);
    return (BigInt.asIntN(53, exact) === exact ? Number(exact) : exact) as number;
  };
  const { parseValue } = GraphQLFloat;
  GraphQLFloat.parseValue = (value) => parseValue(typeof value === "bigint" ? Number(value) : value);
}

const types = `"""
A block of the chain.
"""
type Block {
	header: Header!
	"""
	Confirmed, finalized or only accepted.
	"""
	status: JSON!
	transactions: [SpentTransaction!]!
	"""
	Reward of the generator in units.
	"""
	reward: Int!
	fees: Int!
	gasSpent: Int!
}
type BlockPair {
	json: JSON!
}
type CallData {
	contractId: String!
	fnName: String!
	"""
	Arguments as hex.
	"""
	data: String!
}
type Header {
	version: Int!
	height: Int!
	prevBlockHash: String!
	"""
	Seconds since 1970.
	"""
	timestamp: Int!
	hash: String!
	stateHash: String!
	generatorBlsPubkey: String!
	txRoot: String!
	gasLimit: Int!
	seed: String!
	iteration: Int!
	json: String!
}
"""
A scalar that can represent any JSON value.
"""
scalar JSON
type SpentTransaction {
	tx: Transaction!
	"""
	Why the transaction failed, null when it did not.
	"""
	err: String
	gasSpent: Int!
	blockHash: String!
	blockHeight: Int!
	blockTimestamp: Int!
	id: String!
	raw: String!
}
type Transaction {
	raw: String!
	json: String!
	id: String!
	gasLimit: Int!
	gasPrice: Int!
	txType: String!
	callData: CallData
	blobHashes: [String!]
	isDeploy: Boolean!
	"""
	Id of the contract that the transaction deploys.
	"""
	contractId: String @deprecated(reason: "Read it from the deployment event.")
	memo: String
}
schema {
	query: Query
}`;

const queries = (height: HeightType) => `	"""
	A block by height or hash; height -1 is the newest.
	"""
	block(height: ${height}, hash: String): Block
	tx(hash: String!): SpentTransaction
	transactions(last: Int!): [SpentTransaction!]!
	blockTxs(last: Int, range: [Int!], contract: String): [SpentTransaction!]!
	blocks(last: Int, range: [Int!]): [Block!]!
	"""
	Height and hash of the tip and of the newest final block.
	"""
	lastBlockPair: BlockPair!
	"""
	This node's own mempool, best paying first.
	"""
	mempoolTxs: [Transaction!]!
	mempoolTx(hash: String!): Transaction
`;

const archiveQueries = `	fullMoonlightHistory(address: String!, ord: String, fromBlock: Int, toBlock: Int): MoonlightTransfers
	moonlightHistory(sender: String, receiver: String, fromBlock: Int, toBlock: Int, maxCount: Int, pageCount: Int): MoonlightTransfers
	transactionsByMemo(memo: String!): MoonlightTransfers
	contractEvents(height: Int, hash: String): ContractEvents
	"""
	Events of a contract in final blocks, 50 a page; at most 200.
	"""
	finalizedEvents(contractId: String!, limit: Int, cursor: String): ContractEvents
	checkBlock(height: Int!, hash: String!, onlyFinalized: Boolean): Boolean!
	nextPhoenix(height: Int!): Int
`;

const archiveTypes = `type ContractEvents {
	json: JSON!
}
type MoonlightTransfers {
	json: JSON!
}
`;

const directives = `directive @deprecated(reason: String = "No longer supported") on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
directive @skip(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
`;
