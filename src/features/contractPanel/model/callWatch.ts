import type { CallOutcome } from "../../../bridge/callOutcome";
import type { WatchedChange } from "../../../bridge/contractPage";
import type { CallRequest } from "../../../bridge/callRequest";
import type { Disposable } from "../../../base/disposables";
import type { NodeConnection } from "../../../client/nodeConnection";
import type { NodeError } from "../../../client/failures/nodeError";
import { onLossAndReturn } from "../../../client/session/sessionState";
import { jsonDifferences } from "../../../contract/jsonDifference";
import { type Json, parseExactJson, stringifyExactJson } from "../../../wire/json/exactJson";
import { limits } from "../../../wire/limits";
import { failedOutcome, runCall } from "./runCall";

/** What a watched call tells. */
export interface WatchListener {
  /** One run ended; `change` is there when its value differs from the one before. Height 0 is the run before any block. */
  ran(height: bigint, outcome: CallOutcome, change: WatchedChange | undefined): void;
  /** The node refuses to tell of blocks. */
  failed(error: NodeError): void;
}

/**
 * Runs a call at once and again on each accepted block (§6.2), one run at a time: blocks that arrive meanwhile lead to
 * one more run. It runs too when the node's events are lost, which shows whether it still answers, and when they are
 * back. Stops when disposed.
 */
export class CallWatch implements Disposable {
  private readonly stopping = new AbortController();
  private readonly owned: Disposable[] = [];
  private height = 0n;
  private running = false;
  private again = false;
  private before: Json | undefined;

  constructor(
    private readonly node: Pick<NodeConnection, "contracts" | "drivers" | "events">,
    private readonly request: CallRequest,
    private readonly listener: WatchListener,
  ) {
    const accepted = ({ data }: { data: Uint8Array }) => {
      this.height = heightOf(data) ?? this.height;
      this.run();
    };
    const blocks = node.events.subscribe({ component: "blocks", topic: "accepted" }, accepted, "watched call");
    const states = blocks.onState((state) => {
      if (state.at === "failed") listener.failed(state.error);
    });
    this.owned.push(
      blocks,
      states,
      onLossAndReturn(node.events.session, () => this.run()),
    );
    this.run();
  }

  dispose(): void {
    this.stopping.abort();
    for (const item of this.owned) item.dispose();
  }

  private run(): void {
    this.again = true;
    if (!this.running) void this.runUntilDone();
  }

  private async runUntilDone(): Promise<void> {
    this.running = true;
    while (this.again && !this.stopping.signal.aborted) {
      this.again = false;
      const { height } = this;
      const outcome = await runCall(this.node, this.request, this.stopping.signal).catch(failedOutcome);
      if (!this.stopping.signal.aborted) this.listener.ran(height, outcome, this.changeOf(height, outcome));
    }
    this.running = false;
  }

  private changeOf(height: bigint, outcome: CallOutcome): WatchedChange | undefined {
    const after = valueOf(outcome);
    if (after === undefined) return undefined;
    const { before } = this;
    this.before = after;
    if (before === undefined) return undefined;
    const changes = jsonDifferences(before, after).map((each) => {
      return { path: each.path, before: short(each.before), after: short(each.after) };
    });
    return changes.length > 0 ? { height: height.toString(), changes } : undefined;
  }
}

/** A value as one line of exact JSON; words where there is none. */
export function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : stringifyExactJson(value);
}

/** A value for the list of changes, of which many are kept. */
function short(value: Json | undefined): string {
  const text = shown(value);
  const most = limits.changeCharacters;
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}

/** The value to compare: decoded, or the bytes as hex. A failure is no value. */
function valueOf(outcome: CallOutcome): Json | undefined {
  if (outcome.kind === "json") return parseExactJson(outcome.text);
  return outcome.kind === "bytes" ? `0x${outcome.hex}` : undefined;
}

function heightOf(data: Uint8Array): bigint | undefined {
  try {
    const block = parseExactJson(new TextDecoder().decode(data)) as { header?: { height?: Json } } | null;
    const height = block?.header?.height;
    return typeof height === "number" || typeof height === "bigint" ? BigInt(height) : undefined;
  } catch {
    // A node may announce blocks in a way of its own; the call is run all the same.
    return undefined;
  }
}
