import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { kinds, type HostileKind } from "./kinds";
import { soundAnswer } from "./soundAnswers";

// The server of hostileNode.ts: a process of its own, so that what it costs to be hostile is not taken for what it costs
// to be met with it. It ends with the process that started it.

/** What the test says: which kind each route's answers are of, by the end of its path; "" is every other route. */
export type ToHostileNode = Readonly<Record<string, HostileKind | "sound">>;

let chosen: ToHostileNode = {};

const server = createServer((request, response) => {
  response.setHeader("Node-Version", "1.4.5");
  response.on("error", () => undefined);
  const path = request.url ?? "/";
  let isEmpty = true;
  request.on("data", () => (isEmpty = false));
  request.on("end", () => {
    const kind = Object.entries(chosen).find(([end]) => end !== "" && path.endsWith(end))?.[1] ?? chosen[""] ?? "sound";
    const sound = soundAnswer(path, isEmpty);
    if (kind !== "sound") return void kinds[kind](response, sound);
    if ("json" in sound)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(sound.json));
    else response.end("text" in sound ? sound.text : sound.bytes);
  });
});

process.on("message", (message: ToHostileNode) => {
  chosen = message;
  process.send!({ taken: true });
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
