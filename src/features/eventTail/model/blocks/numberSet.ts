/** The last of growing numbers, such as those of events: as many as there is room for, in memory that does not grow. */
export class NumberSet {
  private numbers: Float64Array | undefined;

  constructor(private readonly most: number) {}

  add(number: number): void {
    this.numbers ??= new Float64Array(this.most);
    this.numbers[number % this.most] = number;
  }

  has(number: number): boolean {
    return number > 0 && this.numbers?.[number % this.most] === number;
  }
}
