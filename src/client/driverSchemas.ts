import { systemClock, type Clock } from "../base/clock";
import { Listeners } from "../base/listeners";
import { limits } from "../wire/limits";

interface Asked {
  at: number;
  text: Promise<string>;
  /** The text, once it is there. */
  known?: string;
}

/** Cache lifetime of a schema: a driver may be replaced from elsewhere. */
const keptMs = 60_000;

/** The schemas of a node's contracts (§4.8 `get_schema`), each asked for once for everybody. A failure is not kept. */
export class DriverSchemas {
  private readonly asked = new Map<string, Asked>();
  private readonly changes = new Listeners<string>();
  /** Told the id of a contract, in lower case, of which another schema or driver is there than the one that was known. */
  readonly onChange = this.changes.event;

  constructor(
    private readonly ask: (contractId: string) => Promise<string>,
    private readonly clock: Pick<Clock, "now"> = systemClock,
  ) {}

  /** The schema's text; rejects as the route does. `fresh`: asked again, unless it is being asked for. */
  async of(contractId: string, fresh = false): Promise<string> {
    const id = contractId.toLowerCase();
    const before = this.asked.get(id);
    const isKept = before && (before.known === undefined || (!fresh && this.clock.now() - before.at < keptMs));
    if (isKept) return before.text;
    const asked: Asked = { at: this.clock.now(), text: this.ask(contractId) };
    this.asked.delete(id);
    this.asked.set(id, asked);
    const [oldest = id] = this.asked.keys();
    if (this.asked.size > limits.contractsWithTopics) this.asked.delete(oldest);
    try {
      asked.known = await asked.text;
      if (asked.known.length > limits.contractSchema.characters) this.drop(id, asked);
      if (before && before.known !== asked.known) this.changes.fire(id);
    } catch (error) {
      this.drop(id, asked);
      throw error;
    }
    return asked.known;
  }

  /** To be called when a contract's driver was replaced: nothing holds any more that anyone knows by it. */
  forget(contractId: string): void {
    const id = contractId.toLowerCase();
    this.asked.delete(id);
    this.changes.fire(id);
  }

  private drop(id: string, asked: Asked): void {
    if (this.asked.get(id) === asked) this.asked.delete(id);
  }
}
