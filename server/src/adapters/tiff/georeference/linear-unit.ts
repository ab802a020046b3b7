import { type GeoKeys, geoKey, keyNumber, userDefined } from './geo-keys.ts';

export type LinearUnit = { readonly proj4: string; readonly metres: number };

const metre: LinearUnit = { proj4: '+units=m', metres: 1 };

const byCode: Readonly<Record<number, LinearUnit>> = {
  9001: metre,
  9002: { proj4: '+units=ft', metres: 0.3048 },
  9003: { proj4: '+units=us-ft', metres: 1200 / 3937 },
  9036: { proj4: '+to_meter=1000', metres: 1000 },
};

/** Null where its size is not known here. */
export function unitOf(keys: GeoKeys): LinearUnit | null {
  const [code, metres] = [keyNumber(keys, geoKey.linearUnits), keyNumber(keys, geoKey.linearUnitSize)];
  if (code === null && metres === null) return metre;
  if (code !== null && code !== userDefined) return byCode[code] ?? null;
  return metres === null || metres <= 0 ? null : { proj4: `+to_meter=${metres}`, metres };
}
