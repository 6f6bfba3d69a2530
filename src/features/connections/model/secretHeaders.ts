import { t } from "../../../base/translate";
import type { ConnectionConfig } from "../../../client/connectionConfig";
import { parseEndpoint } from "../../../client/http/endpoint";
import { NodeError } from "../../../client/failures/nodeError";
import { proxyFor } from "../../../client/http/proxySettings";

/** Where secrets are kept: the editor's SecretStorage. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/**
 * Why a person is asked for a secret: they want to set it, none is kept (none was given yet, or the storage did not take
 * it and the window was closed), or the way to the node has become weaker since it was given.
 */
export type SecretReason = "set" | "missing" | "weaker";

/** Asks a person for the value of a secret header; undefined when they give none. */
export type AskSecret = (
  config: ConnectionConfig,
  header: string,
  why: SecretReason,
) => PromiseLike<string | undefined>;

type Reach = Pick<ConnectionConfig, "name" | "url" | "secretHeaders">;
type Way = Reach & Pick<ConnectionConfig, "caFile" | "insecureTls" | "proxy">;

/** A value, and what was weak about the way to the node when a person gave it. */
interface Kept {
  value: string;
  weakPoints: readonly string[];
}

/**
 * Values of secret headers. They live in the editor's secret storage and, where that fails, in memory until the window
 * closes; they are never written anywhere else. A value belongs to the host and the way it was given for: it is not
 * sent to another host that later takes the connection's name, nor by a way that has become weaker.
 */
export class SecretHeaders {
  /** What the storage did not take. */
  private readonly session = new Map<string, Kept>();
  /** What was last given to a connection. */
  private readonly given = new Map<string, string>();

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
      const kept = await this.get(config, header);
      const value = kept && isAsStrong(config, kept) ? kept.value : await this.asked(config, header, kept);
      this.given.set(keyOf(config, header), value);
      headers[header] = value;
    }
    return headers;
  }

  /** Whether a value was replaced, here or in another window, since it was given to this connection; told once. */
  async isOutdated(config: ConnectionConfig): Promise<boolean> {
    let outdated = false;
    for (const header of config.secretHeaders ?? []) {
      const key = keyOf(config, header);
      const kept = this.given.has(key) ? await this.get(config, header) : undefined;
      if (!kept || kept.value === this.given.get(key)) continue;
      outdated = this.given.delete(key) || outdated;
    }
    return outdated;
  }

  /** Keeps a value, for good if the secret storage takes it. */
  set(config: Way, header: string, value: string): Promise<void> {
    return this.keep(config, header, { value, weakPoints: weakPoints(config) });
  }

  /** Gives a connection to the same host the values of another; another host gets none of them. */
  async copy(from: Reach, to: Reach): Promise<void> {
    for (const header of to.secretHeaders ?? []) {
      if (keyOf(from, header) === keyOf(to, header) || !sameHost(from, to)) continue;
      const kept = await this.get(from, header);
      if (kept) await this.keep(to, header, kept);
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

  private async asked(config: ConnectionConfig, header: string, before: Kept | undefined): Promise<string> {
    const value = await this.ask(config, header, before ? "weaker" : "missing");
    if (value === undefined) throw before ? heldBack(config, header) : missing(config, header);
    this.given.set(keyOf(config, header), value);
    await this.set(config, header, value);
    return value;
  }

  private async keep(config: Reach, header: string, kept: Kept): Promise<void> {
    const key = keyOf(config, header);
    const text = JSON.stringify(kept);
    try {
      await this.store.store(key, text);
      if ((await this.store.get(key)) === text) {
        this.session.delete(key);
        return;
      }
    } catch {
      // The reason is the storage's own and may hold what was to be kept.
    }
    this.session.set(key, kept);
    this.unstored(config, header);
  }

  /** What is stored counts: another window may have replaced it. */
  private async get(config: Reach, header: string): Promise<Kept | undefined> {
    const key = keyOf(config, header);
    const unstored = this.session.get(key);
    if (unstored) return unstored;
    try {
      return keptIn(await this.store.get(key));
    } catch {
      return undefined;
    }
  }
}

function keptIn(text: string | undefined): Kept | undefined {
  const { value, weakPoints } = (text === undefined ? {} : JSON.parse(text)) as Partial<Kept>;
  return typeof value === "string" && Array.isArray(weakPoints) ? { value, weakPoints } : undefined;
}

/** Anyone who may read what is sent besides the node itself and those whom everybody trusts. */
function weakPoints({ url, caFile, insecureTls, proxy }: Way): string[] {
  const used = proxyFor(parseEndpoint(url).httpUrl("/"), proxy);
  return [
    ...(insecureTls ? ["any certificate"] : []),
    ...(caFile ? [`certificates of ${caFile}`] : []),
    ...(used ? [`proxy ${proxyName(used.url)}${used.strictSsl ? "" : " with any certificate"}`] : []),
  ];
}

/** The proxy without its credentials. */
function proxyName(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function isAsStrong(config: Way, { weakPoints: before }: Kept): boolean {
  return weakPoints(config).every((point) => before.includes(point));
}

function keyOf({ name, url }: Reach, header: string): string {
  return JSON.stringify(["header", name, parseEndpoint(url).origin, header.toLowerCase()]);
}

function sameHost(one: Reach, other: Reach): boolean {
  return parseEndpoint(one.url).origin === parseEndpoint(other.url).origin;
}

function heldBack({ name }: ConnectionConfig, header: string): NodeError {
  return new NodeError(
    "invalid-input",
    t`The secret header ${header} of ${name} was given before the connection's certificates or proxy changed, so it was not sent.`,
    {
      remedy: t`Give it again with Set Secret Header, or change the connection back.`,
      remedies: ["set-secret-header"],
      connection: name,
    },
  );
}

function missing({ name }: ConnectionConfig, header: string): NodeError {
  return new NodeError("invalid-input", t`The secret header ${header} of ${name} has no value.`, {
    remedy: t`Give it one with Set Secret Header, or take it out of the connection.`,
    remedies: ["set-secret-header"],
    connection: name,
  });
}
