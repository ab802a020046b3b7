import type { StyleSpecification } from 'maplibre-gl';

/** Land, borders and a graticule: all that a map needs which may not ask another host. */
export type Palette = {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly graticule: string;
};

const light: Palette = { water: '#dbe7ea', land: '#f4f3ee', border: '#b9c2bf', graticule: '#c4d4d8' };
const dark: Palette = { water: '#0b1a1f', land: '#1b2422', border: '#3c4945', graticule: '#16282e' };

export const paletteFor = (isDark: boolean): Palette => (isDark ? dark : light);

/** Sources are filled later (`fill-world.ts`), so that the map stands before its coastlines have come. */
export function baseStyle(palette: Palette): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: nothing },
      borders: { type: 'geojson', data: nothing },
      graticule: { type: 'geojson', data: graticule(30) },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
      { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': palette.graticule } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': palette.land, 'fill-antialias': true } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': palette.border, 'line-width': 0.8 } },
    ],
  };
}

const nothing = { type: 'FeatureCollection' as const, features: [] };

const steps = (from: number, to: number, by: number): readonly number[] =>
  Array.from({ length: (to - from) / by + 1 }, (_, step) => from + step * by);

function graticule(by: number) {
  const meridians = steps(-180, 180, by).map((x) => steps(-90, 90, 10).map((y) => [x, y]));
  const parallels = steps(-90 + by, 90 - by, by).map((y) => steps(-180, 180, 10).map((x) => [x, y]));
  return { type: 'MultiLineString' as const, coordinates: [...meridians, ...parallels] };
}
