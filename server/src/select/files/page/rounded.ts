import type { Position } from '../../../geometry/geojson.ts';

/** To a decimetre: nobody sees less on a map. */
export const rounded = ([longitude, latitude]: Position): Position => [
  Math.round(longitude! * 1e6) / 1e6,
  Math.round(latitude! * 1e6) / 1e6,
];
