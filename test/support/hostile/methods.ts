import { atMost } from "../../../src/client/http/download";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { oddDriver } from "../oddDriver";

const id = "c0".repeat(32);
const accountKey = "oCqYsUMRqpRn2kSabH52Gt6FQCwH5JXj5MtRdYVtjMSJ73AFvdbPf98p3gz98fQw";
const bytes = Uint8Array.of(1, 2, 3);
/** A person who waits a second for what has no limit of its own as long as anything comes, or a longer one. */
const cancelled = () => AbortSignal.timeout(1000);
/** A disk that is soon full. */
const sink = () => atMost(4 * 2 ** 20, "this disk", { write: () => undefined });

/** Every method of every client, by class and name. */
export const methods: Record<string, (node: NodeConnection) => Promise<unknown>> = {
  "BlobClient.blob": ({ blobs }) => blobs.blob({ commitment: "c0".repeat(48) }),
  "BlobClient.sidecar": ({ blobs }) => blobs.sidecar({ hash: id }),
  "ContractClient.call": ({ contracts }) => contracts.call(id, "read", { json: "1" }),
  "ContractClient.feed": ({ contracts }) => some(contracts.feed(id, "read", { json: "1" }, cancelled())),
  "ContractClient.account": ({ contracts }) => contracts.account(accountKey),
  "ContractClient.contractBalance": ({ contracts }) => contracts.contractBalance(id),
  "ContractClient.metadata": ({ contracts }) => contracts.metadata(id),
  "ContractClient.downloadDriver": ({ contracts }) => contracts.downloadDriver(id, sink(), undefined, cancelled()),
  "ContractClient.uploadDriver": ({ contracts }) => contracts.uploadDriver(id, oddDriver({}), "ab"),
  "DeprecatedClient.accountStatus": ({ deprecated }) => deprecated.accountStatus(accountKey),
  "DeprecatedClient.contractStatus": ({ deprecated }) => deprecated.contractStatus(id),
  "DeprecatedClient.contractOwner": ({ deprecated }) => deprecated.contractOwner(id),
  "DispatchClient.dispatch": ({ dispatch }) => dispatch.dispatch({ component: "odd", topic: "anything" }),
  "DriverClient.schema": ({ drivers }) => drivers.schema(id),
  "DriverClient.version": ({ drivers }) => drivers.version(id),
  "DriverClient.encodeInput": ({ drivers }) => drivers.encodeInput(id, "increment", "1"),
  "DriverClient.decodeInput": ({ drivers }) => drivers.decodeInput(id, "increment", bytes),
  "DriverClient.decodeOutput": ({ drivers }) => drivers.decodeOutput(id, "increment", bytes),
  "DriverClient.decodeEvent": ({ drivers }) => drivers.decodeEvent(id, "count", bytes),
  "GraphqlClient.query": ({ graphql }) => graphql.query({ query: "{ block { height } }" }),
  "GraphqlClient.queryLegacy": ({ graphql }) => graphql.queryLegacy("{ block { height } }"),
  "GraphqlClient.schemaSdl": ({ graphql }) => graphql.schemaSdl(),
  "NetworkClient.peers": ({ network }) => network.peers(10),
  "NetworkClient.peersLocation": ({ network }) => network.peersLocation(cancelled()),
  "NetworkClient.gasPrice": ({ network }) => network.gasPrice(),
  "NodeClient.info": ({ node }) => node.info(),
  "NodeClient.provisioners": ({ node }) => node.provisioners(),
  "NodeClient.crs": ({ node }) => node.crs(sink(), undefined, cancelled()),
  "ProverClient.prove": ({ prover }) => prover.prove({ bytes }),
  "StatsClient.accountCount": ({ stats }) => stats.accountCount(),
  "StatsClient.transactionCount": ({ stats }) => stats.transactionCount(),
  "TransactionClient.preverify": ({ transactions }) => transactions.preverify({ bytes }),
  "TransactionClient.propagate": ({ transactions }) => transactions.propagate({ bytes }),
  "TransactionClient.simulate": ({ transactions }) => transactions.simulate({ bytes }),
};

/** Reads a stream as far as someone would who has seen enough. */
async function some(feed: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _piece of feed) if (++count === 10_000) break;
  return count;
}
