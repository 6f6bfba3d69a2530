import type { Backoff } from "./session/backoff";
import type { Clock } from "../base/clock";
import type { ConnectionConfig } from "./connectionConfig";
import type { Machine } from "./failures/loopbackNote";
import type { DescribedTopics, NamedTopics } from "./contractTopics";
import type { NodeError } from "./failures/nodeError";

/** What a connection gets from the window it lives in, each asked when it is needed. */
export interface NodeEnvironment {
  /** Reading schemas is not this layer's business. */
  describedTopics?: DescribedTopics;
  namedTopics?: NamedTopics;
  /** Values of the headers that the configuration names as secrets. */
  secretHeaders?: (config: ConnectionConfig) => Promise<Record<string, string>>;
  /** Why no node may be spoken to now; undefined when it may. */
  forbidden?: (config: ConnectionConfig) => NodeError | undefined;
  /** The machine on which requests are made. */
  machine?: Machine;
  clock?: Clock;
  /** How long an event session waits before it is opened again. */
  backoff?: Backoff;
  /** Log sink of a connection. */
  log?: (line: string) => void;
}
