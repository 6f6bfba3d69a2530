/** Something that is released once it is no longer needed, in the shape of VS Code's. Releasing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Owns what it is given and releases it in reverse order; what arrives after `dispose` is released at once. */
export class Disposables implements Disposable {
  private items: Disposable[] | undefined = [];

  add<T extends Disposable>(item: T): T {
    if (this.items) this.items.push(item);
    else item.dispose();
    return item;
  }

  dispose(): void {
    const items = this.items ?? [];
    this.items = undefined;
    for (const item of items.reverse()) item.dispose();
  }
}

/** Something that owns others, which are released with it, the last first. */
export abstract class Owner implements Disposable {
  private readonly disposables = new Disposables();

  dispose(): void {
    this.disposables.dispose();
  }

  /** Owns what it is given from now on; gives the first of it back. */
  protected own<T extends Disposable>(item: T, ...others: readonly Disposable[]): T {
    for (const each of [item, ...others]) this.disposables.add(each);
    return item;
  }
}
