/** Milliseconds of work in one go. */
const sliceMs = 8;

/** Takes the steps of some work, and lets other work have its turn whenever a few milliseconds have gone by. */
export async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

/** The same as `list.map`, in slices. */
export function mapInSlices<T, U>(list: readonly T[], each: (item: T, index: number) => U): Promise<U[]> {
  return inSlices(mapping(list, each));
}

function* mapping<T, U>(list: readonly T[], each: (item: T, index: number) => U): Generator<void, U[]> {
  const mapped: U[] = [];
  for (const [index, item] of list.entries()) {
    mapped.push(each(item, index));
    if (index % 256 === 255) yield;
  }
  return mapped;
}
