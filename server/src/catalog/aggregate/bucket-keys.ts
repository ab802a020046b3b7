import { formatCell } from '../../grid/cell.ts';
import { memberAt } from '../../grid/cell-at.ts';
import { centreOf } from './box-centre.ts';
import { geohashAt } from './geohash.ts';
import type { ItemFacts } from './item-facts.ts';
import { tileAt, tileText } from './map-tile.ts';
import type { BucketKey, Measure } from './measure.ts';
import { numberBucket } from './number-buckets.ts';
import { termOf } from './terms.ts';
import { timeBucket } from './time-buckets.ts';

export type BucketMeasure = Exclude<Measure, { readonly kind: 'count' | 'earliest' | 'latest' }>;

/** The bucket that an item is in; null is none. `properties` are those of the facts. */
export function bucketReader(
  measure: BucketMeasure,
  properties: readonly string[],
): (facts: ItemFacts) => BucketKey | null {
  switch (measure.kind) {
    case 'collections':
      return ({ collection }) => collection;
    case 'times':
      return ({ dt }) => (dt === '' ? null : timeBucket(dt, measure.step));
    case 'terms': {
      const at = properties.indexOf(measure.property);
      return ({ values }) => termOf(values[at]!);
    }
    case 'numbers': {
      const at = properties.indexOf(measure.property);
      return ({ values }) => {
        const value = values[at]!;
        return typeof value === 'number' ? numberBucket(value, measure.step) : null;
      };
    }
    case 'geohash':
      return ({ bbox }) => bbox && geohashAt(centreOf(bbox), measure.precision);
    case 'tiles':
      return ({ bbox }) => bbox && tileText(tileAt(centreOf(bbox), measure.zoom), measure.zoom);
    case 'cells':
      return ({ bbox }) => bbox && formatCell(memberAt(...centreOf(bbox), measure.steps));
  }
}

/** Each name once. */
export const propertiesOf = (measures: readonly Measure[]): readonly string[] => [
  ...new Set(measures.flatMap((measure) => ('property' in measure ? [measure.property] : []))),
];
