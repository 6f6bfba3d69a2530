import { t } from "../base/translate";
import type { Json } from "../wire/json/exactJson";
import { type CallMap, type Failure, readMessage } from "./message";
import { fromMessageValue, type MessageValue, toMessageValue } from "./messageValue";
import type { Shape } from "./shape";

/** One question's answer: what it must look like, and who answers it. */
export type PageRequestHandlers<C extends CallMap<C>> = {
  [K in keyof C]: (ask: C[K]["ask"]) => Promise<C[K]["answer"]>;
};

export type AskShapes<C extends CallMap<C>> = { [K in keyof C]: Shape<C[K]["ask"]> };

/**
 * The extension's side of the conversation. Only questions of the table are answered, and only when they have the
 * shape that the table says; everything that goes wrong goes back to the page as a failure.
 */
export class PageRequestHandler<C extends CallMap<C>, N> {
  constructor(
    private readonly post: (message: unknown) => unknown,
    private readonly shapes: AskShapes<C>,
    private readonly answers: PageRequestHandlers<C>,
    private readonly failureOf: (error: unknown) => Failure,
  ) {}

  /** Takes what arrived from the page. Resolves when it is dealt with; never rejects. */
  async receive(data: unknown): Promise<void> {
    const message = readMessage(data);
    if (message?.kind !== "ask") return;
    const { id, name } = message;
    try {
      const answer = await this.answer(name, message.body);
      this.post({ kind: "answer", id, body: toMessageValue((answer ?? null) as Json) });
    } catch (error) {
      this.post({ kind: "failed", id, body: toMessageValue(this.failureOf(error) as unknown as Json) });
    }
  }

  /** Tells the page something; lost when the page is away, so what matters is also part of an answer. */
  notify<K extends keyof N & string>(name: K, body: N[K]): void {
    this.post({ kind: "notice", name, body: toMessageValue(body as Json) });
  }

  private async answer(name: string, body: MessageValue): Promise<unknown> {
    if (!Object.hasOwn(this.answers, name)) throw new Error(t`The page asked for “${name}”, which is not offered.`);
    const key = name as keyof C;
    const ask: unknown = fromMessageValue(body);
    if (!this.shapes[key](ask)) throw new Error(t`The page asked “${name}” in a way that is not understood.`);
    return this.answers[key](ask);
  }
}
