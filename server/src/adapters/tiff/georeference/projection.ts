import { type GeoKeys, geoKey, keyNumber } from './geo-keys.ts';
import type { LinearUnit } from './linear-unit.ts';

/** The usual methods by their GeoTIFF code, as proj4 writes them; null for the others. */
export function projectionOf(keys: GeoKeys, { metres }: LinearUnit): string | null {
  const of = (...candidates: number[]) =>
    candidates.map((key) => keyNumber(keys, key)).find((value) => value !== null) ?? 0;
  const longitude = of(geoKey.naturalOriginLongitude, geoKey.falseOriginLongitude, geoKey.centerLongitude);
  const latitude = of(geoKey.naturalOriginLatitude, geoKey.falseOriginLatitude, geoKey.centerLatitude);
  const [east, north] = [
    of(geoKey.falseEasting, geoKey.falseOriginEasting),
    of(geoKey.falseNorthing, geoKey.falseOriginNorthing),
  ];
  const scale = keyNumber(keys, geoKey.scaleAtNaturalOrigin) ?? 1;
  const [parallel1, parallel2] = [of(geoKey.standardParallel1), of(geoKey.standardParallel2)];
  // proj4 wants metres whatever the unit of the coordinates.
  const shift = `+x_0=${east * metres} +y_0=${north * metres}`;
  switch (keyNumber(keys, geoKey.projectionMethod)) {
    case 1:
      return `+proj=tmerc +lat_0=${latitude} +lon_0=${longitude} +k=${scale} ${shift}`;
    case 7:
      return `+proj=merc +lon_0=${longitude} ${mercatorSize(keys, latitude)} ${shift}`;
    case 8:
      return `+proj=lcc +lat_0=${latitude} +lon_0=${longitude} +lat_1=${parallel1} +lat_2=${parallel2} ${shift}`;
    case 9:
      return `+proj=lcc +lat_1=${latitude} +lat_0=${latitude} +lon_0=${longitude} +k_0=${scale} ${shift}`;
    case 10:
      return `+proj=laea +lat_0=${latitude} +lon_0=${longitude} ${shift}`;
    case 11:
      return `+proj=aea +lat_0=${latitude} +lon_0=${longitude} +lat_1=${parallel1} +lat_2=${parallel2} ${shift}`;
    case 15:
      return polar(latitude, of(geoKey.straightPoleLongitude, geoKey.naturalOriginLongitude), scale, shift);
    case 24:
      return `+proj=sinu +lon_0=${longitude} ${shift}`;
    default:
      return null;
  }
}

/** The scale at the equator, or the latitude at which it is true: some name it as the origin's. */
function mercatorSize(keys: GeoKeys, origin: number): string {
  const [scale, parallel] = [
    keyNumber(keys, geoKey.scaleAtNaturalOrigin),
    keyNumber(keys, geoKey.standardParallel1) ?? origin,
  ];
  return scale !== null || parallel === 0 ? `+k=${scale ?? 1}` : `+lat_ts=${parallel}`;
}

/** The latitude is that of true scale, or the pole itself with a scale there. */
function polar(latitude: number, longitude: number, scale: number, shift: string): string {
  const isPole = Math.abs(latitude) === 90;
  const size = isPole ? `+k=${scale}` : `+lat_ts=${latitude}`;
  return `+proj=stere +lat_0=${latitude < 0 ? -90 : 90} ${size} +lon_0=${longitude} ${shift}`;
}
