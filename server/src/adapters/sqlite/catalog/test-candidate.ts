import type { Geometry } from '../../../geometry/geojson.ts';
import type { JsonObject } from '../../../catalog/refuse.ts';
import { documentOf } from '../../../catalog/stored-document.ts';
import type { Effort } from './effort.ts';
import type { PreparedSearch } from '../../sql/search/prepared-search.ts';
import type { Prepare } from './snapshot.ts';
import type { Candidate } from './walk-time.ts';

/** What SQL could not tell of a row: its footprint and its document. */
export function createTest(
  { isInArea, isMatch }: Pick<PreparedSearch, 'isInArea' | 'isMatch'>,
  prepare: Prepare,
  effort: Effort,
): (candidate: Candidate) => boolean {
  const isInside = (pk: number, isIn: (geometry: Geometry) => boolean): boolean => {
    effort.check();
    return isIn(readGeometry(prepare, pk));
  };
  return ([pk, isSurelyInside]) => {
    if (isInArea !== null && isSurelyInside !== 1 && !isInside(pk, isInArea)) return false;
    if (isMatch === null) return true;
    effort.readDocument();
    return isMatch(readDocument(prepare, pk));
  };
}

function readGeometry(prepare: Prepare, pk: number): Geometry {
  const [footprint] = prepare('SELECT footprint FROM documents WHERE pk = ?').get(pk) as [string];
  return JSON.parse(footprint) as Geometry;
}

export function readDocument(prepare: Prepare, pk: number): JsonObject {
  const [bytes] = prepare('SELECT document FROM documents WHERE pk = ?').get(pk) as [Uint8Array];
  return documentOf(bytes);
}
