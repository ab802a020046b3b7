import { Type } from 'typebox';
import type { ChosenAcquisition } from '../../../orders/acquisitions-of-select.ts';
import { gsdOf } from '../../../orders/placing/check-hd.ts';
import type { SelectedTile } from '../../../select/selection.ts';
import { orNull } from '../parts/schema-parts.ts';

export const chosenAcquisitionSchema = Type.Object({
  id: Type.String(),
  collection: Type.String(),
  datetime: Type.String({ description: 'Of its newest tile.' }),
  platform: orNull(Type.String()),
  tiles: Type.Integer({ minimum: 1, description: 'How many of its tiles were chosen.' }),
  area_sqkm: Type.Number({ description: 'What they show of the area of interest; each tile is rounded up.' }),
  cloud_percentage: orNull(Type.Number({ description: 'Of its tiles, by their share of the area.' })),
  gsd: orNull(Type.Number({ description: 'Metres of ground a pixel; the coarsest of its tiles.' })),
  off_nadir: orNull(Type.Number({ description: 'Degrees; the most of its tiles.' })),
  hd: Type.Object({
    is_possible: Type.Boolean({ description: 'Whether it can be ordered with HD.' }),
    reason: Type.String(),
  }),
});

export function chosenAcquisitionRecord({ id, collection, newest, tiles, hd }: ChosenAcquisition) {
  return {
    id,
    collection,
    datetime: newest.datetime,
    platform: typeof newest['platform'] === 'string' ? newest['platform'] : null,
    tiles: tiles.length,
    area_sqkm: tiles.reduce((sum, tile) => sum + tile['aoi:data_area_sqkm'], 0),
    cloud_percentage: cloudsOf(tiles),
    gsd: greatest(tiles.map(gsdOf)),
    off_nadir: greatest(tiles.map((tile) => numberOf(tile['view:off_nadir']))),
    hd: { is_possible: hd.isPossible, reason: hd.reason },
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Null where none is known. */
function greatest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((most, value) => Math.max(most, value));
}

/** To one decimal; tiles of which nobody knows are left out. */
function cloudsOf(tiles: readonly SelectedTile[]): number | null {
  let [sum, weight] = [0, 0];
  for (const tile of tiles) {
    const clouds = numberOf(tile['tile:cloud_percentage']) ?? numberOf(tile['eo:cloud_cover']);
    if (clouds === null) continue;
    sum += clouds * tile['aoi:data_area_sqkm'];
    weight += tile['aoi:data_area_sqkm'];
  }
  return weight === 0 ? null : Math.round((10 * sum) / weight) / 10;
}
