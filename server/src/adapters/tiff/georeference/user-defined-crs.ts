import type { Crs } from '../../../imagery/georeference.ts';
import { earthOf } from './earth.ts';
import { type GeoKeys, geoKey, keyNumber, modelProjected } from './geo-keys.ts';
import { type LinearUnit, unitOf } from './linear-unit.ts';
import { projectionOf } from './projection.ts';

const degree = 9102;
const degreeOfSupplier = 9122;

export const isInDegrees = (keys: GeoKeys): boolean =>
  [degree, degreeOfSupplier].includes(keyNumber(keys, geoKey.angularUnits) ?? degree);

/** A system that the file spells out instead of naming: its EPSG code or its proj4 text, where the method is a usual one. */
export function userDefinedCrs(keys: GeoKeys, model: number): Crs | null {
  const earth = earthOf(keys);
  if (earth === null || !isInDegrees(keys)) return null;
  if (model !== modelProjected) return { proj4: `+proj=longlat ${earth} +no_defs` };
  const unit = unitOf(keys);
  if (unit === null) return null;
  const zone = utmZone(keyNumber(keys, geoKey.projection));
  if (zone !== null) return utmCrs(zone, earth, unit);
  const projection = projectionOf(keys, unit);
  return projection === null ? null : { proj4: `${projection} ${earth} ${unit.proj4} +no_defs` };
}

type Zone = { readonly number: number; readonly isSouth: boolean };

/** Projection codes 16001 to 16060 are the northern zones, 16101 to 16160 the southern. */
function utmZone(code: number | null): Zone | null {
  if (code === null || code < 16001 || code > 16160) return null;
  const number = (code - 16000) % 100;
  return number >= 1 && number <= 60 ? { number, isSouth: code > 16100 } : null;
}

function utmCrs({ number, isSouth }: Zone, earth: string, { metres, proj4 }: LinearUnit): Crs {
  const isPlainWgs84 = earth === '+datum=WGS84' && metres === 1;
  if (isPlainWgs84) return { epsg: (isSouth ? 32700 : 32600) + number };
  return { proj4: `+proj=utm +zone=${number}${isSouth ? ' +south' : ''} ${earth} ${proj4} +no_defs` };
}
