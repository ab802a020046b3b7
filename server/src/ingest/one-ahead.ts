/** The same, with the next one under way while the last one is worked on. */
export async function* oneAhead<T>(given: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = given.next();
    // Whoever stops early never looks at it.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = ask(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await given.return(undefined);
  }
}
