import type { NodeConnection } from "../../src/client/nodeConnection";
import { parseExactJson, type Json } from "../../src/wire/json/exactJson";
import { payloadOf, type Exchange } from "./recordings";

/** What a call gives: JSON, bytes or text; null where an answer says nothing. */
export type Given = Json | Uint8Array | { text: string } | { count: number };

/** A call of one of the clients. */
export type Call = (node: NodeConnection) => Promise<Given>;

/** The client's call that asks what was asked; undefined where the recording is cut or no call of ours sends such a thing. */
export function callFor({ request, response }: Exchange): Call | undefined {
  const { method, path, headers, body = "", hex } = request;
  const isCut = [body, path, "body" in response ? response.body : ""].some((text) => text?.includes("…"));
  const ours = ["content-type", "rusk-feeder"];
  if (isCut || method !== "POST" || Object.keys(headers).some((name) => !ours.includes(name))) return undefined;
  const json = headers["content-type"] === "application/json";
  if (!json && headers["content-type"] !== undefined && hex === undefined) return undefined;
  const payload = payloadOf({ headers, body: hex === undefined ? Buffer.from(body) : Buffer.from(hex, "hex") });
  const input: Input = { text: body, json, bytes: payload, isFeed: "rusk-feeder" in headers };
  if (path === "/graphql") return graphqlCall(body);
  const [, component = "", entity, topic = ""] = /^\/on\/([^/:]+)(?::([^/]*))?\/(.*)$/.exec(path) ?? [];
  return calls[entity === undefined ? `${component}/${topic}` : component]?.(entity ?? "", topic, input);
}

interface Input {
  text: string;
  json: boolean;
  bytes: Buffer;
  isFeed: boolean;
}

/** By component and topic, or by component alone where there is an entity. */
const calls: Record<string, (entity: string, topic: string, input: Input) => Call | undefined> = {
  "node/info": () => (node) => node.node.info(),
  "node/provisioners": () => async (node) => ({ count: (await node.node.provisioners()).length }),
  "node/crs": () => async (node) => ({ count: (await node.node.crs({ write: () => undefined })).bytes }),
  "network/peers": (_, _topic, { text, json }) =>
    !json && /^\d+$/.test(text) ? (node) => node.network.peers(Number(text)) : undefined,
  "network/peers_location": () => (node) => node.network.peersLocation(),
  "blocks/gas-price": (_, _topic, { text }) =>
    /^\d*$/.test(text)
      ? async (node) => (await node.network.gasPrice(text === "" ? undefined : Number(text))).whole
      : undefined,
  "stats/account_count": () => async (node) => (await node.stats.accountCount()).whole,
  "stats/tx_count": () => async (node) => (await node.stats.transactionCount()).whole,
  "prover/prove":
    (_, _topic, { bytes }) =>
    (node) =>
      node.prover.prove({ bytes }),
  "transactions/preverify":
    (_, _topic, { bytes }) =>
    async (node) => (await node.transactions.preverify({ bytes }), null),
  "transactions/propagate":
    (_, _topic, { bytes }) =>
    async (node) => (await node.transactions.propagate({ bytes }), null),
  "transactions/simulate":
    (_, _topic, { bytes }) =>
    async (node) => {
      const { gasSpent, error } = await node.transactions.simulate({ bytes });
      return { "gas-spent": gasSpent ?? null, error: error ?? null };
    },
  account: (key, topic) =>
    topic === "status" ? async (node) => (await node.deprecated.accountStatus(key)).value ?? null : undefined,
  contract_owner: (id, topic) =>
    topic === "owner" ? async (node) => ({ text: (await node.deprecated.contractOwner(id)).text }) : undefined,
  contract: contractCall,
  contracts: contractsCall,
  driver: driverCall,
  blobs: (id, topic, { json }) => {
    if (topic !== "hash" && topic !== "commitment") return undefined;
    const blob = topic === "hash" ? { hash: id } : { commitment: id };
    return async (node) => (json ? (await node.blobs.sidecar(blob)).value : node.blobs.blob(blob));
  },
};

function contractCall(id: string, topic: string): Call | undefined {
  switch (topic) {
    case "metadata":
      return async (node) => (await node.contracts.metadata(id)).response.value;
    case "status":
      return async (node) => (await node.deprecated.contractStatus(id)).value ?? null;
    case "download_driver":
      return async (node) => ({ count: (await node.contracts.downloadDriver(id, { write: () => undefined })).bytes });
    default:
      return undefined;
  }
}

function contractsCall(id: string, fn: string, { text, json, bytes, isFeed }: Input): Call | undefined {
  if (fn === "" || (json && !isJsonText(text))) return undefined;
  const input = json ? { json: text } : { bytes };
  if (!isFeed) {
    return async (node) => {
      const output = await node.contracts.call(id, fn, input);
      return output.kind === "json" ? output.value : output.bytes;
    };
  }
  return undefined;
}

function driverCall(id: string, topic: string, { text, bytes }: Input): Call | undefined {
  const [method, name = ""] = topic.split(":");
  switch (method) {
    case "get_schema":
      return async (node) => ({ text: await node.drivers.schema(id) });
    case "get_version":
      return async (node) => ({ text: await node.drivers.version(id) });
    case "encode_input_fn":
      return isJsonText(text) && name !== "" ? (node) => node.drivers.encodeInput(id, name, text) : undefined;
    case "decode_input_fn":
      return async (node) => (await node.drivers.decodeInput(id, name, bytes)).value;
    case "decode_output_fn":
      return async (node) => (await node.drivers.decodeOutput(id, name, bytes)).value;
    case "decode_event":
      return async (node) => (await node.drivers.decodeEvent(id, name, bytes)).value;
    default:
      return undefined;
  }
}

/** The envelope as it came, with the node's own errors as they stand in it. */
function graphqlCall(body: string): Call | undefined {
  const request = isJsonText(body)
    ? (JSON.parse(body) as { query?: unknown; variables?: { [name: string]: Json } })
    : {};
  const { query, variables } = request;
  if (
    typeof query !== "string" ||
    query === "" ||
    Object.keys(request).some((key) => key !== "query" && key !== "variables")
  )
    return undefined;
  return async (node) => {
    const { text } = await node.graphql.query({ query, ...(variables && { variables }) });
    return parseExactJson(text);
  };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
