import type { Bbox } from '../../catalog/bbox.ts';
import type { Item } from '../../catalog/item.ts';
import { readSearchBody } from '../../catalog/languages/search-parameters.ts';
import { compileRequest } from '../../catalog/match-request.ts';

/** A search that items are held to one by one. */
export type CompiledSearch = {
  /** Null is all. */
  readonly collections: readonly string[] | null;
  /** Around its area; null where it has none. */
  readonly box: Bbox | null;
  isMatch(item: Item): boolean;
};

/** By the reference evaluator. Grants are not its business. */
export function compileSearch(body: string): CompiledSearch {
  const request = readSearchBody(JSON.parse(body));
  const holds = compileRequest(request, 'all');
  return {
    collections: request.collections,
    box: request.area?.bbox ?? null,
    isMatch: (item) => isTrue(() => holds(item)),
  };
}

/** One item that cannot be judged must not keep the feed waiting. */
function isTrue(judge: () => boolean): boolean {
  try {
    return judge();
  } catch {
    return false;
  }
}

/** Whether what is in one box may share a point with what is in the other; asked millions of times. */
export const mayMeet = (a: Bbox, b: Bbox): boolean => a[1] <= b[3] && b[1] <= a[3] && spansMeet(a[0], a[2], b[0], b[2]);

/** Of longitudes: a span that crosses the antimeridian is two, and the two sides of it are one meridian. */
function spansMeet(west: number, east: number, otherWest: number, otherEast: number): boolean {
  if (west > east) return spansMeet(west, 180, otherWest, otherEast) || spansMeet(-180, east, otherWest, otherEast);
  if (otherWest > otherEast) return spansMeet(otherWest, otherEast, west, east);
  if (west <= otherEast && otherWest <= east) return true;
  return (east === 180 && otherWest === -180) || (west === -180 && otherEast === 180);
}
