import { type GeoKeys, geoKey, keyNumber, keyNumbers, userDefined } from './geo-keys.ts';

const earthByCrs: Readonly<Record<number, string>> = {
  4326: '+datum=WGS84',
  4269: '+datum=NAD83',
  4258: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
  4283: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
  4167: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
  7844: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
};

/** Datum codes that are the geodetic code and 2000. */
const earthByDatum = (code: number | null) => (code === null ? undefined : earthByCrs[code - 2000]);

const ellipsoids: Readonly<Record<number, string>> = {
  7030: 'WGS84',
  7019: 'GRS80',
  7043: 'WGS72',
  7008: 'clrk66',
  7004: 'bessel',
  7022: 'intl',
};

/** Datum or ellipsoid as proj4 writes it; null where the file says too little, or its longitudes start elsewhere. */
export function earthOf(keys: GeoKeys): string | null {
  const named = earthByCrs[keyNumber(keys, geoKey.geodeticCrs) ?? 0];
  if (named !== undefined) return named;
  if (!startsAtGreenwich(keys)) return null;
  const known = earthByDatum(keyNumber(keys, geoKey.geodeticDatum));
  if (known !== undefined) return known;
  const [shape, shift] = [shapeOf(keys), shiftOf(keys)];
  // A datum that is not known here lies hundreds of metres from where its ellipsoid alone would put it.
  return shape === null || (shift === null && namesDatum(keys)) ? null : `${shape}${shift ?? ''}`;
}

const greenwich = 8901;

const startsAtGreenwich = (keys: GeoKeys): boolean =>
  (keyNumber(keys, geoKey.primeMeridian) ?? greenwich) === greenwich &&
  (keyNumber(keys, geoKey.primeMeridianLongitude) ?? 0) === 0;

/** Codes up to 4035 and 6035 are ellipsoids without a datum. */
function namesDatum(keys: GeoKeys): boolean {
  const [crs, datum] = [keyNumber(keys, geoKey.geodeticCrs) ?? 0, keyNumber(keys, geoKey.geodeticDatum) ?? 0];
  return (crs > 4035 && crs !== userDefined) || (datum > 6035 && datum !== userDefined);
}

/** To WGS 84: three numbers move, seven turn and stretch as well. */
function shiftOf(keys: GeoKeys): string | null {
  const numbers = keyNumbers(keys, geoKey.toWgs84);
  return numbers.length === 3 || numbers.length === 7 ? ` +towgs84=${numbers.join(',')}` : null;
}

function shapeOf(keys: GeoKeys): string | null {
  const ellipsoid = ellipsoids[keyNumber(keys, geoKey.ellipsoid) ?? 0];
  if (ellipsoid !== undefined) return `+ellps=${ellipsoid}`;
  const major = keyNumber(keys, geoKey.semiMajorAxis);
  if (major === null || major <= 0) return null;
  const minor = keyNumber(keys, geoKey.semiMinorAxis);
  if (minor !== null) return `+a=${major} +b=${minor}`;
  const flattening = keyNumber(keys, geoKey.inverseFlattening);
  return flattening === null || flattening === 0 ? `+a=${major} +b=${major}` : `+a=${major} +rf=${flattening}`;
}
