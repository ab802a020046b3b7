import type { FeatureCollection, Position } from 'geojson';
import type { Box } from '../aoi/area.ts';

/** Of polygons; null where there are none. */
export function boxOfFeatures({ features }: FeatureCollection): Box | null {
  const positions = features.flatMap(({ geometry }): readonly Position[] => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flat();
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : [];
  });
  if (positions.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of positions) {
    [west, south] = [Math.min(west, x!), Math.min(south, y!)];
    [east, north] = [Math.max(east, x!), Math.max(north, y!)];
  }
  return [west, south, east, north];
}
