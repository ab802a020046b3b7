import type { Geometry } from '../../../../geometry/geojson.ts';
import { readDocuments } from './read-documents.ts';
import type { Reading } from './reading.ts';

/** `isInside`: the footprint needs no look. */
export type Candidate = { readonly pk: number; readonly isInside: boolean };

const footprints = 'SELECT pk, footprint FROM catalog_items WHERE pk = ANY(?::bigint[])';
const chunk = 256;

/** Those that pass what SQL could not tell: of their footprints and of their documents. */
export async function testCandidates<T extends Candidate>(reading: Reading, all: readonly T[]): Promise<readonly T[]> {
  const { isInArea, isMatch } = reading.search;
  if (isInArea === null && isMatch === null) return all;
  const passed: T[] = [];
  for (let from = 0; from < all.length; from += chunk)
    passed.push(...(await testSome(reading, all.slice(from, from + chunk))));
  return passed;
}

async function testSome<T extends Candidate>(reading: Reading, some: readonly T[]): Promise<readonly T[]> {
  const { query, search } = reading;
  const { isInArea, isMatch } = search;
  let left = some;
  const unsure = isInArea === null ? [] : left.filter(({ isInside }) => !isInside);
  if (unsure.length > 0) {
    const rows = new Map(await query<[number, string]>(footprints, [unsure.map(({ pk }) => pk)]));
    left = left.filter(({ pk, isInside }) => isInside || isInArea!(JSON.parse(rows.get(pk)!) as Geometry));
  }
  if (isMatch === null || left.length === 0) return left;
  const documents = await readDocuments(reading, left);
  return left.filter(({ pk }) => isMatch(documents.get(pk)!));
}
