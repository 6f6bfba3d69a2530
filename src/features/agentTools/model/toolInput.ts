import { contractNamed } from "../../../contract/schema/knownContracts";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { NodeError } from "../../../client/failures/nodeError";
import { noConnection } from "../../../client/noConnection";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";

/** What a language model gave to a tool: an object, if it keeps to the schema, of which nothing is taken for granted. */
export class ToolInput {
  private readonly fields: { readonly [name: string]: unknown };

  constructor(input: unknown) {
    this.fields = typeof input === "object" && input !== null ? { ...input } : {};
  }

  /** A text; undefined when it is left out or empty. */
  text(name: string): string | undefined {
    const value = this.fields[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value !== "string") throw refused(`“${name}” is not a text.`);
    if (value.length > limits.agents.inputCharacters)
      throw refused(
        `“${name}” is ${value.length} characters long; at most ${limits.agents.inputCharacters} are taken.`,
      );
    return value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw refused(`“${name}” is missing.`);
    return value;
  }

  /** One of some words. */
  word<W extends string>(name: string, text: readonly W[]): W {
    const value = this.needed(name);
    const found = text.find((word) => word === value);
    if (found === undefined) throw refused(`“${name}” is none of ${text.join(", ")}.`);
    return found;
  }

  /** A count from 1 to the most that there can be. */
  count(name: string, most: number): number {
    const value = this.fields[name];
    return typeof value === "number" && value >= 1 ? Math.min(most, Math.floor(value)) : most;
  }

  /**
   * The connection that is named, else the active one. One for production has to be named: a person was asked about it
   * by that name, and another may be active since.
   */
  connection(connections: Connections): Connection {
    const name = this.text("connection");
    const connection = name === undefined ? connections.active : connections.get(name);
    if (name !== undefined && !connection)
      throw refused(`There is no connection named “${shortWords(name, limits.titleCharacters)}”.`);
    if (!connection) throw noConnection(connections.all);
    if (name === undefined && connection.config.role === "production")
      throw refused("The active connection is for production: name it as “connection”.");
    return connection;
  }

  /** The id of a contract that is given by its id or by a name that it has. */
  contract({ config }: Connection): string {
    const checked = contractNamed(this.needed("contract"), config.contracts);
    if (!checked.ok) throw refused(checked.problem);
    return checked.value;
  }
}

export function refused(message: string): NodeError {
  return new NodeError("invalid-input", message);
}
