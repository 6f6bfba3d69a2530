import { readFile, stat } from "node:fs/promises";
import { t } from "../base/translate";
import { fileText } from "../wire/fileText";
import { limits } from "../wire/limits";
import { nodeWords } from "./http/responseText";
import type { ConnectionConfig } from "./connectionConfig";
import type { DeprecatedRoute } from "./routes/deprecatedRoutes";
import { parseEndpoint } from "./http/endpoint";
import { NodeConnection } from "./nodeConnection";
import { NodeError } from "./failures/nodeError";
import type { NodeEnvironment } from "./nodeEnvironment";
import { present } from "../base/present";

/**
 * Makes the clients of a configured node; nothing is sent yet. Importing this loads the HTTP and WebSocket libraries.
 * Rejects with NodeError `invalid-input` for a configuration that cannot be used, such as a certificate file that is
 * not there. `name`: what its connection is called now.
 */
export async function openNode(
  config: ConnectionConfig,
  environment: NodeEnvironment,
  name = () => config.name,
): Promise<NodeConnection> {
  const { prefix, proverUrl, version, caFile, insecureTls, proxy, timeoutMs, maxEventBytes } = config;
  const { describedTopics, namedTopics, secretHeaders, log, clock, backoff } = environment;
  const [ca, headers] = await Promise.all([
    caFile === undefined ? undefined : certificates(caFile),
    config.secretHeaders?.length ? secretHeaders?.(config) : undefined,
  ]);
  const line = log && ((text: string) => log(`${name()}: ${text}`));
  const node = new NodeConnection({
    endpoint: parseEndpoint(config.url, prefix),
    connection: name,
    timeoutMs,
    ...present({ headers, version, ca, proxy, describedTopics, namedTopics }),
    ...(insecureTls && { rejectUnauthorized: false }),
    ...(proverUrl && { proverEndpoint: parseEndpoint(proverUrl, prefix) }),
    session: present({ maxMessageBytes: maxEventBytes, clock, backoff, log: line }),
    subscriptions: present({ clock, log: line }),
  });
  if (line) node.transport.deprecatedRoutes.onFirst((found) => line(deprecationText(found)));
  return node;
}

function deprecationText({ route, note, successor }: DeprecatedRoute): string {
  const instead = successor === undefined ? "" : t` In its place: ${nodeWords(successor)}`;
  return t`${route} is deprecated. The node says: ${nodeWords(note)}${instead}`;
}

async function certificates(file: string): Promise<string> {
  let text: string;
  try {
    const found = await stat(file);
    // A link may lead to what never ends.
    if (!found.isFile() || found.size > limits.certificateBytes) throw unusable(t`${file} is no certificate file.`);
    text = fileText(await readFile(file));
  } catch (cause) {
    if (cause instanceof NodeError) throw cause;
    const { code = t`it cannot be read` } = cause as NodeJS.ErrnoException;
    throw unusable(t`The certificate file ${file} cannot be read (${code}).`, cause);
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----")) throw unusable(t`${file} holds no certificate in PEM.`);
  return text;
}

function unusable(message: string, cause?: unknown): NodeError {
  return new NodeError("invalid-input", message, {
    remedy: t`Edit the connection's certificate file.`,
    remedies: ["edit-connection"],
    cause,
  });
}
