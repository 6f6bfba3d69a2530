import { t } from "../../../base/translate";
import type { CallOutcome } from "../../../bridge/callOutcome";
import type { WatchedChange } from "../../../bridge/contractPage";
import type { CallRequest } from "../../../bridge/callRequest";
import type { Disposable } from "../../../base/disposables";
import { EveryBlock } from "../../../client/chain/everyBlock";
import type { NodeConnection } from "../../../client/nodeConnection";
import type { NodeError } from "../../../client/failures/nodeError";
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

/** Runs a call at once and again on each accepted block (§6.2), as `EveryBlock` does. Stops when disposed. */
export class CallWatch implements Disposable {
  private readonly blocks: EveryBlock;
  private before: Json | undefined;

  constructor(
    node: Pick<NodeConnection, "contracts" | "drivers" | "events">,
    request: CallRequest,
    listener: WatchListener,
  ) {
    const run = async (signal: AbortSignal, height = 0n): Promise<void> => {
      const outcome = await runCall(node, request, signal).catch(failedOutcome);
      if (!signal.aborted) listener.ran(height, outcome, this.changeOf(height, outcome));
    };
    const failed = (error: NodeError) => listener.failed(error);
    this.blocks = new EveryBlock(node.events, { reason: t`watched call`, run, failed });
  }

  dispose(): void {
    this.blocks.dispose();
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

/** The value to compare: decoded, or the bytes as hex. Failures are not compared. */
function valueOf(outcome: CallOutcome): Json | undefined {
  if (outcome.kind === "json") return parseExactJson(outcome.text);
  return outcome.kind === "bytes" ? `0x${outcome.hex}` : undefined;
}
