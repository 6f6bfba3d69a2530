import { t } from "../base/translate";
import type { Json } from "../wire/json/exactJson";
import { type CallMap, type Failure, readMessage } from "./message";
import { fromMessageValue, toMessageValue } from "./messageValue";

/** A question that the other side could not answer, in its words. */
export class AskFailure extends Error {
  override readonly name = "AskFailure";

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: AskFailure) => void;
}

/**
 * The page's side of the conversation: asks the extension and hears its notices. An answer, a failure and `dispose`
 * all settle a question. `instance` tells this page from its earlier and later selves, whose answers are not its own.
 */
export class Asker<C extends CallMap<C>, N> {
  private readonly waiting = new Map<string, Waiting>();
  private asked = 0;

  constructor(
    private readonly post: (message: unknown) => void,
    private readonly instance: string,
    private readonly notices: { [K in keyof N]: (body: N[K]) => void },
  ) {}

  ask<K extends keyof C & string>(name: K, body: C[K]["ask"]): Promise<C[K]["answer"]> {
    const id = `${this.instance}-${++this.asked}`;
    const answered = new Promise<C[K]["answer"]>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.post({ kind: "ask", id, name, body: toMessageValue(body as Json) });
    return answered;
  }

  /** Takes what arrived; what is no message of this conversation is left alone. */
  receive(data: unknown): void {
    const message = readMessage(data);
    if (!message || message.kind === "ask") return;
    if (message.kind === "notice") {
      const take = own(this.notices, message.name);
      take?.(fromMessageValue(message.body) as N[keyof N]);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    const body = waiting && fromMessageValue(message.body);
    if (message.kind === "answer") waiting?.resolve(body);
    else waiting?.reject(new AskFailure(body as unknown as Failure));
  }

  dispose(): void {
    for (const { reject } of this.waiting.values()) reject(new AskFailure({ message: t`The page was closed.` }));
    this.waiting.clear();
  }
}

function own<T extends object>(table: T, name: string): T[keyof T] | undefined {
  return Object.hasOwn(table, name) ? table[name as keyof T] : undefined;
}
