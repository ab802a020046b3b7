import type { Geometry } from '../../../../geometry/geojson.ts';
import { plainRing } from '../../../../geometry/plain-ring.ts';
import type { Path } from '../../../../geometry/shape.ts';

/** Footprints that were looked at, by the keys of their items; true while nobody writes. */
export type RememberedFootprints = {
  /** Good until the next one is remembered: it may lie where that will. */
  ringOf(pk: number): Path | undefined;
  /** Where it is a ring of few corners, as most are. */
  remember(pk: number, footprint: Geometry): void;
};

const mostCorners = 16;
/** Begins small, for a store that is written to begins often; four megabytes at most. */
const fewestNumbers = 4_096;
const usualMostNumbers = 524_288;
/** A place and the size of what lies there are one number. */
const sizeBits = 6;
const sizeMask = 2 ** sizeBits - 1;

/** All rings in one piece of memory: as geometries, so many would be six times as large. */
export function createRememberedFootprints(mostNumbers = usualMostNumbers): RememberedFootprints {
  const places = new Map<number, number>();
  let numbers = new Float64Array(Math.min(fewestNumbers, mostNumbers));
  let end = 0;

  function makeRoom(): void {
    if (numbers.length >= mostNumbers) {
      places.clear();
      end = 0;
      return;
    }
    const larger = new Float64Array(Math.min(mostNumbers, 2 * numbers.length));
    larger.set(numbers);
    numbers = larger;
  }

  return {
    ringOf(pk) {
      const place = places.get(pk);
      if (place === undefined) return undefined;
      const start = place >> sizeBits;
      return numbers.subarray(start, start + (place & sizeMask));
    },
    remember(pk, footprint) {
      const ring = plainRing(footprint, mostCorners);
      if (ring === null) return;
      if (end + ring.length > numbers.length) makeRoom();
      numbers.set(ring, end);
      places.set(pk, (end << sizeBits) | ring.length);
      end += ring.length;
    },
  };
}
