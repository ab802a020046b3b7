import { type GeoKeys, geoKey, keyNumber } from './geo-keys.ts';

export type LinearUnit = { readonly proj4: string; readonly metres: number };

const metre: LinearUnit = { proj4: '+units=m', metres: 1 };

const byCode: Readonly<Record<number, LinearUnit>> = {
  9001: metre,
  9002: { proj4: '+units=ft', metres: 0.3048 },
  9003: { proj4: '+units=us-ft', metres: 1200 / 3937 },
};

export function unitOf(keys: GeoKeys): LinearUnit {
  const named = byCode[keyNumber(keys, geoKey.linearUnits) ?? 9001];
  if (named !== undefined) return named;
  const metres = keyNumber(keys, geoKey.linearUnitSize);
  return metres === null || metres <= 0 ? metre : { proj4: `+to_meter=${metres}`, metres };
}
