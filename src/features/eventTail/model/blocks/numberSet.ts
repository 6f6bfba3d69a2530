/** The last of growing numbers, such as those of events: as many as there is room for, in memory that does not grow. */
export class NumberSet {
  private slots: Float64Array | undefined;

  constructor(private readonly most: number) {}

  add(number: number): void {
    this.slots ??= new Float64Array(this.most);
    this.slots[number % this.most] = number;
  }

  has(number: number): boolean {
    return number > 0 && this.slots?.[number % this.most] === number;
  }
}
