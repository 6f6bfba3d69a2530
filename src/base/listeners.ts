import type { Disposable } from "./disposables";

/** The listeners of one kind of news: added with a disposable each, told in order; one that throws stops no other. */
export class Listeners<T> {
  private readonly listeners = new Set<(news: T) => void>();

  /** Adds a listener; for an owner to hand out, as the `event` of VS Code's `EventEmitter`. */
  readonly event = (listener: (news: T) => void): Disposable => this.add(listener);

  add(listener: (news: T) => void): Disposable {
    const own = (news: T) => listener(news);
    this.listeners.add(own);
    return { dispose: () => this.listeners.delete(own) };
  }

  fire(news: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(news);
      } catch (error) {
        // Thrown again where no one else is on the stack, so that it is seen without harming the other listeners.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
