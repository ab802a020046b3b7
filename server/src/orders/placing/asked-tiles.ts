import type { Geometry } from '../../geometry/geojson.ts';
import { ageClassifier } from '../../select/age.ts';
import type { SelectedTile } from '../../select/selection.ts';
import { parseDate } from '../../shared/dates.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { AgeClass } from '../../usage/usage.ts';

export type AskedTile = { readonly record: SelectedTile; readonly ageClass: AgeClass };

/** The tiles that an order asks for, each place in the bucket once. */
export type AskedTiles = {
  readonly tiles: readonly AskedTile[];
  /** Null where cells are ordered whole. */
  readonly aoi: Geometry | null;
  readonly warnings: readonly string[];
};

/** `agedAtMs` is what "now" is for the age of imagery: that of a select, so that its estimate holds. */
export function askedTiles(records: readonly SelectedTile[], aoi: Geometry | null, agedAtMs: number): AskedTiles {
  const ageOf = agesOf(agedAtMs);
  const byPlace = new Map<string, AskedTile>();
  const twice = new Set<string>();
  for (const record of records) {
    // No cell or date holds a line feed.
    const place = `${record.cell_id}\n${record.date}\n${record.acquisition_id}`;
    const first = byPlace.get(place);
    if (first === undefined) byPlace.set(place, { record, ageClass: ageOf(record.datetime) });
    else twice.add(bothText(first.record, record));
  }
  return { tiles: [...byPlace.values()], aoi, warnings: [...twice].slice(0, mostWarnings) };
}

/** Tiles of an acquisition are of one time, which is read once. */
function agesOf(agedAtMs: number): (datetime: string) => AgeClass {
  const ageOf = ageClassifier(agedAtMs);
  const known = new Map<string, AgeClass>();
  return (datetime) => {
    const age = known.get(datetime) ?? ageOf(parseDate(datetime)?.ms ?? NaN);
    known.set(datetime, age);
    return age;
  };
}

const mostWarnings = 20;

/** Two collections may know an acquisition by the same id; their files would have the same names. */
const bothText = (first: SelectedTile, second: SelectedTile): string =>
  `${first.acquisition_id}: it is in the collections ${first.collection} and ${second.collection}; that of ${first.collection} is delivered`;

/** Before they are read: an order of too many is refused by their number alone. */
export function requireFewTiles(count: number, most: number): void {
  if (count > most)
    throw new PlatformError(
      'order_refused',
      `the order has ${count} tiles, it must have at most ${most}: order in parts`,
    );
}
