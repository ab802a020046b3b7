/** Runs the work over all entries, so many at a time; the first failure is the end of it. */
export async function inParallel<T>(
  entries: AsyncIterator<T>,
  atOnce: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const lane = async () => {
    for (;;) {
      if (hasFailed) return;
      const { value, done } = await entries.next();
      if (done === true) return;
      try {
        await work(value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
}
