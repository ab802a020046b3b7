import type { FeatureServer } from './feature-server.ts';
import { queryOf, readAll } from './read-all.ts';

/** What a walk by `startIndex` took beside one answer with everything. */
export type PageWalk = { readonly pages: number; readonly seconds: number; readonly lastToFirst: number };

const fewestPages = 50;
const mostInPage = 10_000;
/** Of the pages, how many at either end are compared: one alone may have had bad luck. */
const comparedShare = 0.1;

const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);

/** Walks through all features page by page, as clients do; throws where one is missing. */
export async function walkPages(server: FeatureServer, items: number): Promise<PageWalk> {
  const count = Math.min(mostInPage, Math.ceil(items / fewestPages));
  const times: number[] = [];
  let features = 0;
  for (let start = 0; start < items; start += count) {
    const page = queryOf('GeoJSON', { startIndex: String(start), count: String(count) });
    const read = await readAll(server, 'GeoJSON', page);
    features += read.features;
    times.push(read.seconds);
  }
  const compared = Math.ceil(times.length * comparedShare);
  if (features !== items) throw new Error(`${server.name} gave ${features} of ${items} features in pages`);
  return {
    pages: times.length,
    seconds: sum(times),
    lastToFirst: sum(times.slice(-compared)) / sum(times.slice(0, compared)),
  };
}
