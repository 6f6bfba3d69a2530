/** Anything that must be released; the shape that VS Code and the client share. */
export interface Disposable {
  dispose(): unknown;
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
