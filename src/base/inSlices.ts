/** Milliseconds of work in one go. */
const sliceMs = 8;

/** Long work that lets other work have its turn: await `next` wherever the work can pause. */
export class Slices {
  private began = performance.now();

  /** Undefined while this slice has time left, so that asking costs next to nothing. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.began < sliceMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.began = performance.now();
        resolve();
      });
    });
  }
}

/**
 * Takes the steps of some work, and lets other work have its turn whenever a few milliseconds have gone by. Work in
 * several parts gives the slices of the part before, so that the end of one and the beginning of the next are not one
 * long stretch.
 */
export async function inSlices<T>(steps: Iterator<unknown, T>, slices = new Slices()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const pause = slices.next();
    if (pause) await pause;
  }
}

/** The same as `list.map`, in slices. */
export async function mapInSlices<T, U>(list: readonly T[], each: (item: T, index: number) => U): Promise<U[]> {
  const slices = new Slices();
  const mapped: U[] = [];
  for (const [index, item] of list.entries()) {
    mapped.push(each(item, index));
    const pause = index % 256 === 255 ? slices.next() : undefined;
    if (pause) await pause;
  }
  return mapped;
}
