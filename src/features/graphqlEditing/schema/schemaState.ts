import type { Deprecation } from "../../../client/http/responseHeaders";
import type { NodeError } from "../../../client/failures/nodeError";
import type { LoadedSchema } from "../../../graphql/schema/schema";
import type { SchemaProblem } from "../../../graphql/schema/schemaProblem";
import type { SchemaText } from "./schemaCache";

/** What is known of a connection's GraphQL schema. */
export interface SchemaState {
  loading: boolean;
  /** The text in use, or one that cannot be used while there is none that can. */
  text?: SchemaText;
  loaded?: LoadedSchema;
  /** True while the text is that of an earlier session. */
  cached?: boolean;
  /** The text that was in use before. */
  previous?: SchemaText;
  /** A newer text that cannot be used; the one before it is kept in use. */
  rejected?: { sdl: string; problem: SchemaProblem };
  /** What the node says of the route that the text came by, if that is deprecated (§9.6). */
  deprecation?: Deprecation | undefined;
  /** Why the last attempt to load failed. */
  error?: NodeError;
}
