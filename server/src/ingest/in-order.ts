/** Does work on several at once and gives the results in the order of what was given. */
export async function* inOrder<T, R>(
  given: Iterable<T>,
  atOnce: number,
  work: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  const start = (one: T) => {
    const result = work(one);
    // Whoever stops early leaves some behind: their failures are nobody's then.
    result.catch(() => undefined);
    running.push(result);
  };
  for (const one of given) {
    start(one);
    if (running.length >= atOnce) yield await running.shift()!;
  }
  while (running.length > 0) yield await running.shift()!;
}
