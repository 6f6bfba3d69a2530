import type { ConnectionConfig } from "../../client/connectionConfig";
import { parseEndpoint } from "../../client/endpoint";
import { NodeError } from "../../client/nodeError";

/** Where secrets are kept: the editor's SecretStorage. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Asks a person for the value of a secret header; undefined when they give none. */
export type AskSecret = (config: ConnectionConfig, header: string) => PromiseLike<string | undefined>;

type Reach = Pick<ConnectionConfig, "name" | "url" | "secretHeaders">;

/**
 * Values of secret headers. They live in the editor's secret storage and, where that fails, in memory until the window
 * closes; they are never written anywhere else. A value belongs to the host it was given for: it is not sent to
 * another one that later takes the connection's name.
 */
export class SecretHeaders {
  private readonly session = new Map<string, string>();

  constructor(
    private readonly store: SecretStore,
    private readonly ask: AskSecret,
    /** Told when a value could not be stored and ends with the window. */
    private readonly unstored: (config: Reach, header: string) => void = () => undefined,
  ) {}

  /** The headers to send. Asks for a value that is kept nowhere; rejects with `invalid-input` when none is given. */
  async values(config: ConnectionConfig): Promise<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const header of config.secretHeaders ?? []) {
      headers[header] = (await this.get(config, header)) ?? (await this.asked(config, header));
    }
    return headers;
  }

  /** Keeps a value, for good if the secret storage takes it. */
  async set(config: Reach, header: string, value: string): Promise<void> {
    const key = keyOf(config, header);
    this.session.set(key, value);
    try {
      await this.store.store(key, value);
      if ((await this.store.get(key)) === value) return;
    } catch {
      // The reason is the storage's own and may hold what was to be kept.
    }
    this.unstored(config, header);
  }

  /** Gives a connection to the same host the values of another; another host gets none of them. */
  async copy(from: Reach, to: Reach): Promise<void> {
    for (const header of to.secretHeaders ?? []) {
      if (keyOf(from, header) === keyOf(to, header) || !sameHost(from, to)) continue;
      const value = await this.get(from, header);
      if (value !== undefined) await this.set(to, header, value);
    }
  }

  /** Takes the values along when a connection gets another name, and leaves none behind. */
  async move(from: Reach, to: Reach): Promise<void> {
    await this.copy(from, to);
    if (keyOf(from, "") !== keyOf(to, "")) await this.forget(from);
  }

  /** Forgets the values of a connection. */
  async forget(config: Reach): Promise<void> {
    for (const header of config.secretHeaders ?? []) {
      const key = keyOf(config, header);
      this.session.delete(key);
      try {
        await this.store.delete(key);
      } catch {
        // What cannot be deleted was most likely never stored, and nothing reads it without its connection.
      }
    }
  }

  private async asked(config: ConnectionConfig, header: string): Promise<string> {
    const value = await this.ask(config, header);
    if (value === undefined) throw missing(config, header);
    await this.set(config, header, value);
    return value;
  }

  private async get(config: Reach, header: string): Promise<string | undefined> {
    const key = keyOf(config, header);
    const known = this.session.get(key);
    if (known !== undefined) return known;
    try {
      return await this.store.get(key);
    } catch {
      return undefined;
    }
  }
}

function keyOf({ name, url }: Reach, header: string): string {
  return JSON.stringify(["header", name, parseEndpoint(url).origin, header.toLowerCase()]);
}

function sameHost(one: Reach, other: Reach): boolean {
  return parseEndpoint(one.url).origin === parseEndpoint(other.url).origin;
}

function missing({ name }: ConnectionConfig, header: string): NodeError {
  return new NodeError("invalid-input", `The secret header ${header} of ${name} has no value.`, {
    remedy: "Give it one with Set Secret Header, or take it out of the connection.",
    remedies: ["set-secret-header"],
    connection: name,
  });
}
