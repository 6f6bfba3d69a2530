/** Work that is done once, by whatever asks for it first. */
export class BegunOnce<T> {
  private begun: Promise<T> | undefined;
  private hasFailed = false;

  /** `failed` is told once that the work failed, when something had begun it that does not wait for it. */
  constructor(
    private readonly work: () => Promise<T>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** What it comes to, for anyone who waits for that. */
  get(): Promise<T> {
    return (this.begun ??= this.work());
  }

  /** What it comes to if it was begun. */
  get soFar(): Promise<T> | undefined {
    return this.begun;
  }

  begin(): void {
    this.get().catch((error: unknown) => {
      if (!this.hasFailed) this.failed(error);
      this.hasFailed = true;
    });
  }

  /** Begins it where a search finds something, and where the search fails: what is begun then searches too, and tells. */
  beginIfAny(search: PromiseLike<readonly unknown[]>): void {
    search.then(
      ({ length }) => length > 0 && this.begin(),
      () => this.begin(),
    );
  }
}
