/** Does the work for each, at most `width` at a time; after a failure nothing more is begun, and nothing is left running. */
export async function workThrough<T>(
  each: AsyncIterable<T> | Iterable<T>,
  width: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const source = inTurn(each);
  const lane = async (): Promise<void> => {
    try {
      // Lanes share the one source.
      for await (const one of { [Symbol.asyncIterator]: () => ({ next: () => source.next() }) }) {
        if (failures.length > 0) return;
        await work(one);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (failures.length > 0) throw failures[0];
}

async function* inTurn<T>(each: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* each;
}
