const latestMs = 2_000;

/** As soon as the page has nothing else to do, so that clicks and drawing come first; returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Not every browser tells.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: latestMs });
  return () => cancelIdleCallback(handle);
}
