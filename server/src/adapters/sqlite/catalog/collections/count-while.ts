/** How many of the first ones it holds for, by halves: it holds for none after one for which it does not. */
export function countWhile<T>(ordered: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(ordered[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
