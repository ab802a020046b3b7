/** So many places among all arrivals, each at most once, without a look at what is there. */
export const placesOfChance = (sample: number, last: number, random: () => number): ReadonlySet<number> =>
  new Set(Array.from({ length: Math.min(sample, last) }, () => Math.floor(random() * last)));
