import type { CoverProblem } from './cover-problem.ts';

export type Fewest = { readonly picked: readonly number[]; readonly coveredM2: number; readonly isFewest: boolean };

/** Looks at parts of acquisitions: a few hundred milliseconds. */
const mostWork = 20_000_000;
const slackM2 = 1e-3;

/** The fewest acquisitions that show so much, or as much as there is: greedy first, then by search while that is cheap. */
export function fewest(problem: CoverProblem, wantedM2: number, work = mostWork): Fewest {
  const reachableM2 = problem.partAreasM2.reduce((sum, areaM2) => sum + areaM2, 0);
  const search: Search = { problem, targetM2: Math.min(wantedM2, reachableM2) - slackM2, work, isTiredOut: false };
  let best = greedy(search);
  for (;;) {
    const shorter = best.length === 0 ? null : pick(search, best.length - 1, newCover(problem), everyone(problem));
    if (shorter === null) break;
    best = shorter;
  }
  const picked = best.toSorted((a, b) => a - b);
  return { picked, coveredM2: coveredBy(problem, picked), isFewest: !search.isTiredOut };
}

type Search = { readonly problem: CoverProblem; readonly targetM2: number; work: number; isTiredOut: boolean };

/** How many of the picked show each part. */
type Cover = { readonly times: Uint16Array; coveredM2: number };

const newCover = ({ partAreasM2 }: CoverProblem): Cover => ({
  times: new Uint16Array(partAreasM2.length),
  coveredM2: 0,
});

const everyone = ({ partsOf }: CoverProblem): readonly number[] => partsOf.map((_, place) => place);

function greedy({ problem, targetM2 }: Search): readonly number[] {
  const cover = newCover(problem);
  const picked: number[] = [];
  while (cover.coveredM2 < targetM2) {
    const [best] = gainsOf(problem, cover, everyone(problem));
    if (best === undefined) break;
    picked.push(best.place);
    add(problem, cover, best.place, 1);
  }
  return picked;
}

type Gain = { readonly place: number; readonly gainM2: number };

/** What each would add, the most first; those that add nothing are left out. */
function gainsOf({ partsOf, partAreasM2 }: CoverProblem, { times }: Cover, places: readonly number[]): readonly Gain[] {
  const gains = places.map((place) => {
    let gainM2 = 0;
    for (const part of partsOf[place]!) if (times[part] === 0) gainM2 += partAreasM2[part]!;
    return { place, gainM2 };
  });
  return gains.filter(({ gainM2 }) => gainM2 > 0).sort((a, b) => b.gainM2 - a.gainM2 || a.place - b.place);
}

function add({ partsOf, partAreasM2 }: CoverProblem, cover: Cover, place: number, change: 1 | -1): void {
  for (const part of partsOf[place]!) {
    const before = cover.times[part]!;
    cover.times[part] = before + change;
    if (before === 0) cover.coveredM2 += partAreasM2[part]!;
    else if (before + change === 0) cover.coveredM2 -= partAreasM2[part]!;
  }
}

/** So many or fewer that reach the target; null where there are none, or the search is tired out. */
function pick(search: Search, most: number, cover: Cover, places: readonly number[]): readonly number[] | null {
  if (cover.coveredM2 >= search.targetM2) return [];
  if (most === 0) return null;
  const { problem } = search;
  search.work -= places.reduce((sum, place) => sum + 4 + problem.partsOf[place]!.length, 0);
  if (search.work < 0) {
    search.isTiredOut = true;
    return null;
  }
  const gains = gainsOf(problem, cover, places);
  for (let i = 0; i < gains.length; i++) {
    // Together they add at most what each adds alone.
    if (cover.coveredM2 + sumOf(gains, i, most) < search.targetM2) return null;
    const { place } = gains[i]!;
    add(problem, cover, place, 1);
    const others = pick(
      search,
      most - 1,
      cover,
      gains.slice(i + 1).map((gain) => gain.place),
    );
    add(problem, cover, place, -1);
    if (others !== null) return [place, ...others];
    if (search.isTiredOut) return null;
  }
  return null;
}

function sumOf(gains: readonly Gain[], from: number, count: number): number {
  let sum = 0;
  for (let i = from; i < Math.min(gains.length, from + count); i++) sum += gains[i]!.gainM2;
  return sum;
}

function coveredBy(problem: CoverProblem, picked: readonly number[]): number {
  const cover = newCover(problem);
  for (const place of picked) add(problem, cover, place, 1);
  return cover.coveredM2;
}
