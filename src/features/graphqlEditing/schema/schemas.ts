import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { Owner } from "../../../base/disposables";
import { Listeners } from "../../../base/listeners";
import { NodeError } from "../../../client/failures/nodeError";
import type { LoadedSchema } from "../../../graphql/schema/schema";
import type { SchemaProblem } from "../../../graphql/schema/schemaProblem";
import { schemaProblemText } from "../../../graphql/schema/schemaWording";
import { buildSchema, isUsable } from "../model/buildSchema";
import { fetchSchema } from "../model/fetchSchema";
import type { SchemaCache, SchemaText } from "./schemaCache";
import { SchemaRefresh } from "../model/schemaRefresh";
import type { SchemaState } from "./schemaState";

const unasked: SchemaState = { loading: false };
/** Milliseconds after which a schema that is in use is asked for again. */
const checkAgainMs = 5 * 60_000;

/**
 * The GraphQL schema of each connection, asked for when first needed and again when the node is back or another version. What was kept on disk serves until the node has answered. A text that cannot be
 * used never takes the place of one that can.
 */
export class Schemas extends Owner {
  private readonly states = new Map<Connection, SchemaState>();
  private readonly loads = new Map<Connection, Load>();
  /** When each node was asked last. */
  private readonly asked = new WeakMap<Connection, number>();
  private readonly listeners = new Listeners<Connection>();
  readonly onChange = this.listeners.event;

  constructor(
    private readonly connections: Connections,
    private readonly cache: SchemaCache,
    private readonly log: (line: string) => void,
    private readonly now: () => number = Date.now,
  ) {
    super();
    const isInUse = (connection: Connection) => this.states.has(connection);
    this.own(new SchemaRefresh(connections, isInUse, (connection) => void this.refresh(connection)));
  }

  state(connection: Connection): SchemaState {
    return this.states.get(connection) ?? unasked;
  }

  /** The schema at hand, else the one that is loaded now. Never rejects: a failure is in the state. */
  async of(connection: Connection): Promise<SchemaState> {
    const state = this.state(connection);
    if (state.loaded || state.error) {
      if (this.isOld(connection)) void this.refresh(connection);
      return state;
    }
    // Connecting as well is what tells later that the node is back.
    if (connection.status.state === "idle" && !connection.status.ended) void connection.connect();
    return this.refresh(connection);
  }

  /**
   * Asks the node again, for a person who knows why: an answer that is under way may be older than what they want to see,
   * so another one follows it. Never rejects: a failure is in the state.
   */
  reload(connection: Connection): Promise<SchemaState> {
    const running = this.loads.get(connection);
    if (!running) return this.begin(connection);
    running.next ??= running.answer.then(() => this.begin(connection));
    return running.next;
  }

  /** The usable schemas of the other connections, by name. */
  othersThan(connection: Connection) {
    return [...this.states].flatMap(([other, { loaded }]) =>
      other !== connection && loaded && "schema" in loaded && this.isKnown(other)
        ? [{ name: other.name, schema: loaded.schema }]
        : [],
    );
  }

  /** A node may get another schema and be none the newer: who works with it for long is told in the end. */
  private isOld(connection: Connection): boolean {
    const asked = this.asked.get(connection) ?? -Infinity;
    return connection.status.state === "up" && this.now() - asked > checkAgainMs;
  }

  private refresh(connection: Connection): Promise<SchemaState> {
    return this.loads.get(connection)?.answer ?? this.begin(connection);
  }

  private begin(connection: Connection): Promise<SchemaState> {
    this.asked.set(connection, this.now());
    const answer = this.load(connection).finally(() => this.loads.delete(connection));
    this.loads.set(connection, { answer });
    return answer;
  }

  private async load(connection: Connection): Promise<SchemaState> {
    const { error: _old, ...before } = this.state(connection);
    this.setState(connection, { ...before, loading: true });
    const answer = fetchSchema(connection).catch((error: NodeError) => ({ error }));
    if (!before.loaded) await this.restore(connection);
    const got = await answer;
    if ("error" in got)
      return this.setState(connection, { ...this.state(connection), loading: false, error: got.error });
    return this.take(connection, { sdl: got.sdl, readAt: this.now() }, got.deprecation);
  }

  private async restore(connection: Connection): Promise<void> {
    const stored = await this.cache.read(connection.config);
    const loaded = stored && (await buildSchema(stored.sdl));
    if (!stored || !isUsable(loaded)) return;
    const { previous, ...text } = stored;
    this.setState(connection, { loading: true, text, loaded: loaded!, cached: true, ...(previous && { previous }) });
  }

  private async take(
    connection: Connection,
    text: SchemaText,
    deprecation: SchemaState["deprecation"],
  ): Promise<SchemaState> {
    const before = this.state(connection);
    const same = before.text?.sdl === text.sdl;
    const loaded = same && before.loaded ? before.loaded : await buildSchema(text.sdl);
    if (!isUsable(loaded) && isUsable(before.loaded)) return this.reject(connection, text.sdl, problemOf(loaded));
    const previous = same ? before.previous : (before.text ?? before.previous);
    if (!same) this.logProblems(connection, loaded);
    if (isUsable(loaded)) void this.cache.write(connection.config, { ...text, ...(previous && { previous }) });
    return this.setState(connection, { loading: false, text, loaded, ...(previous && { previous }), deprecation });
  }

  private reject(connection: Connection, sdl: string, problem: SchemaProblem): SchemaState {
    const text = schemaProblemText(problem);
    const error = new NodeError("malformed-response", t`${text} The schema loaded before is kept.`, {
      remedy: t`Open Schema shows the text as the node gave it.`,
      remedies: ["reload-schema"],
      connection: connection.name,
    });
    const { rejected, ...before } = this.state(connection);
    if (rejected?.sdl !== sdl) this.log(`${connection.name}: ${error.message}`);
    return this.setState(connection, { ...before, loading: false, rejected: { sdl, problem }, error });
  }

  private logProblems({ name }: Connection, loaded: LoadedSchema): void {
    const problems = "problem" in loaded ? [loaded.problem] : loaded.problems;
    for (const problem of problems) this.log(`${name}: ${schemaProblemText(problem)}`);
    const { unlisted = 0 } = "problem" in loaded ? {} : loaded;
    if (unlisted > 0) this.log(`${name}: ${unlisted} more problems of the schema are not listed.`);
  }

  private setState(connection: Connection, state: SchemaState): SchemaState {
    for (const known of this.states.keys()) if (!this.isKnown(known)) this.states.delete(known);
    if (!this.isKnown(connection)) return state;
    this.states.set(connection, state);
    this.listeners.fire(connection);
    return state;
  }

  private isKnown(connection: Connection): boolean {
    return this.connections.byId(connection.id) === connection;
  }
}

/** A load under way, and the one that is to follow it. */
interface Load {
  readonly answer: Promise<SchemaState>;
  next?: Promise<SchemaState>;
}

function problemOf(loaded: LoadedSchema): SchemaProblem {
  return "problem" in loaded ? loaded.problem : { code: "no-query-type" };
}
