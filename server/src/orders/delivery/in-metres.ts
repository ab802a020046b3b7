import type { MultiPolygon } from '../../geometry/geojson.ts';
import { utmOfDegrees } from '../../grid/utm.ts';

/** An area in degrees in metres of a UTM zone, to the millimetre. */
export const inMetres = (epsg: number, { coordinates }: MultiPolygon): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: coordinates.map((rings) =>
    rings.map((ring) =>
      ring.map(([longitude, latitude]) => utmOfDegrees(epsg, longitude!, latitude!).map(toMillimetres)),
    ),
  ),
});

const toMillimetres = (metres: number): number => Math.round(metres * 1_000) / 1_000;
