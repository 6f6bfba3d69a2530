import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";

/**
 * A process that sends event frames as fast as they are read: a session per WebSocket, 200 to every subscription, and
 * `POST /blast/<count>` sends so many frames of 480 bytes to all sessions.
 */
const payload = JSON.stringify({ header: { height: 240, hash: "ab".repeat(32) }, note: "x".repeat(368 - 104) });
const header = JSON.stringify({ "Content-Location": `/on/transactions:${"ab".repeat(32)}/included` });
const head = Buffer.alloc(4);
head.writeUInt32LE(header.length);
const frame = Buffer.concat([head, Buffer.from(header), Buffer.from(payload)]);
const framed = Buffer.concat([Buffer.of(0x82, 126, frame.length >> 8, frame.length & 255), frame]);
const batch = Buffer.concat(Array.from({ length: 500 }, () => framed));

const streams = new Set<Duplex>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const server = createServer((request, answer) => {
  const count = /^\/blast\/(\d+)$/.exec(request.url ?? "")?.[1];
  answer.end();
  if (count) for (const stream of streams) void blast(stream, Number(count));
});
server.on("upgrade", (request, stream, first) => {
  sockets.handleUpgrade(request, stream, first, (socket) => {
    socket.send("0a".repeat(16));
    streams.add(stream);
    socket.on("close", () => streams.delete(stream));
  });
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port, bytes: frame.length }),
);
process.on("disconnect", () => process.exit());

async function blast(stream: Duplex, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 500) {
    const left = Math.min(500, count - sent);
    if (!stream.write(batch.subarray(0, framed.length * left)))
      await new Promise((drained) => stream.once("drain", drained));
  }
}
