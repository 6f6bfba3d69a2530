import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";

/**
 * A process that sends the events of transactions that enter the mempool (§3) as fast as they are read: a session per WebSocket, 200 to every subscription, and
 * `POST /blast/<count>?session=<id>` sends so many of them in that session.
 */
const batch = Array.from({ length: 500 }, () => framed(transactionEvent()));
const streams = new Map<string, Duplex>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const server = createServer((request, answer) => {
  if (ofPage(request)) return void answer.writeHead(403).end();
  const [, count, id = ""] = /^\/blast\/(\d+)\?session=(\w+)$/.exec(request.url ?? "") ?? [];
  answer.end();
  const stream = streams.get(id);
  if (stream) void blast(stream, Number(count));
});
server.on("upgrade", (request, stream, first) => {
  if (ofPage(request)) return void stream.destroy();
  sockets.handleUpgrade(request, stream, first, (socket) => {
    const id = randomBytes(16).toString("hex");
    socket.send(id);
    streams.set(id, stream);
    socket.on("close", () => streams.delete(id));
  });
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port, bytes: batch[0]!.length - 4 }),
);
process.on("disconnect", () => process.exit());

/** A browser says where a page is from; what measures here says nothing. */
function ofPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}

async function blast(stream: Duplex, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += batch.length) {
    if (!stream.write(Buffer.concat(batch.slice(0, count - sent)))) await once(stream, "drain");
  }
}

/** Each of another transaction, so that no one can go by what the last one was. */
function transactionEvent(): Buffer {
  const account = randomBytes(96).toString("base64url");
  const payload = {
    type: "moonlight",
    sender: account,
    receiver: null,
    value: randomInt(1e9),
    nonce: randomInt(1000),
    deposit: 0,
    fee: { gas_limit: "10000000", gas_price: "9", refund_address: account },
    call: { contract: hash(), fn_name: "increment_by", fn_args: "AwAAAA==" },
    is_deploy: false,
    memo: null,
  };
  const header = { "Content-Location": `/on/transactions:${hash()}/included`, "Content-Type": "application/json" };
  const texts = [JSON.stringify(header), JSON.stringify(payload)].map((text) => Buffer.from(text));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(texts[0]!.length);
  return Buffer.concat([length, ...texts]);
}

function hash(): string {
  return randomBytes(32).toString("hex");
}

/** As a WebSocket message of a server: binary, whole, of less than 64 KiB. */
function framed(message: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x82, 126, message.length >> 8, message.length & 255), message]);
}
