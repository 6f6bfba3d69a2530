import type { AddressInfo } from "node:net";
import { runControl } from "./control";
import { nodeServer } from "./http/http";
import type { Options } from "./options";
import { readOptions } from "./options";
import { SandboxNode } from "./sandboxNode";
import { sign } from "./signer";
import { writeJson } from "./wire/json";

const [first, seed] = process.argv.slice(2);
if (first === "sign") sign(seed).catch(fail);
else run();

function run(): void {
  const options = commandLine();
  const node = new SandboxNode(options);
  const server = nodeServer(node);

  server.on("error", fail);

  server.listen(options.port, options.host, () => {
    const { port } = server.address() as AddressInfo;
    const host = options.host.includes(":") ? `[${options.host}]` : options.host;
    const listening = `${options.tlsKey ? "https" : "http"}://${host}:${port}${options.pathPrefix}`;
    node.start();
    const { controlToken } = node;
    const controls = controlToken === undefined ? "" : `, its controls with the header Sandbox-Token: ${controlToken}`;
    process.stdout.write(`Sandbox node listening on ${listening}${controls}\n`);
    const driverKey = node.driverKey.text;
    process.stdout.write(
      `Its drivers are signed by ed25519 over their SHA3-256, with this PKCS #8 key: ${driverKey}\n`,
    );
    const contracts = [...node.world.contracts.values()].map(({ id, title }) => ({ id, name: title }));
    process.send?.({ listening, contracts, controlToken, driverKey });
  });

  process.on("message", (asked: AskedControl) => void answerTo(asked, node));

  // Anyone who started the node is gone: a child must not outlive it.
  process.on("disconnect", () => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
}

/** What the process that started the node may ask of it over their channel, which no one else has: `body` is JSON. */
interface AskedControl {
  id: number;
  control: string;
  body: string;
}

async function answerTo({ id, control, body }: AskedControl, node: SandboxNode): Promise<void> {
  try {
    process.send?.({ id, answer: writeJson(await runControl(node, control, Buffer.from(body))) });
  } catch (error) {
    process.send?.({ id, refused: (error as Error).message });
  }
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function commandLine(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}
