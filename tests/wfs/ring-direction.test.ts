import { expect, test } from 'vitest';
import type { Geometry, Position } from '../../server/src/geometry/geojson.ts';
import { createGeometryWriter } from '../../server/src/wfs/outputs/gml-geometry.ts';
import { createGml2GeometryWriter } from '../../server/src/wfs/outputs/gml212-geometry.ts';
import { createGmlTokenWriter } from '../../server/src/wfs/outputs/gml-tokens.ts';
import { kmlGeometry } from '../../server/src/wfs/outputs/kml-geometry.ts';

const shell: readonly Position[] = [
  [0, 0],
  [0, 4],
  [4, 4],
  [4, 0],
  [0, 0],
];
const hole: readonly Position[] = [
  [1, 1],
  [2, 1],
  [2, 3],
  [1, 1],
];
const turned = (ring: readonly Position[]) => ring.toReversed();

/** All ways in which one is stored: only the last has both rings as they should be. */
const stored = [
  [shell, hole],
  [shell, turned(hole)],
  [turned(shell), hole],
  [turned(shell), turned(hole)],
].map((coordinates): Geometry => ({ type: 'Polygon', coordinates: coordinates as Position[][] }));

const right = ['0 0 4 0 4 4 0 4 0 0', '1 1 2 3 2 1 1 1'];
const asText = (geometry: Geometry) => JSON.stringify(geometry);

test.each([
  ['GML 3', (geometry: Geometry) => createGeometryWriter('srs', false, true)(geometry, 'id')],
  ['GML 3 from text', (geometry: Geometry) => createGmlTokenWriter('srs', false, true)(asText(geometry), 'id')],
  ['GML 2', createGml2GeometryWriter('srs', false)],
  ['KML', kmlGeometry],
])('outer rings of %s go against the clock and holes with it, however they are stored', (_, write) => {
  for (const geometry of stored) {
    const rings = [...write(geometry).matchAll(/<(?:gml:)?(?:posList|coordinates)[^>]*>([^<]*)</g)];
    expect(rings.map(([, list]) => list!.replaceAll(',', ' '))).toEqual(right);
  }
});

test('the same with latitudes first, where the numbers seem to go the other way', () => {
  for (const geometry of stored)
    for (const text of [
      createGeometryWriter('srs', true, true)(geometry, 'id'),
      createGmlTokenWriter('srs', true, true)(asText(geometry), 'id'),
    ])
      expect([...text.matchAll(/posList>([^<]+)</g)].map(([, list]) => list)).toEqual([
        '0 0 0 4 4 4 4 0 0 0',
        '1 1 3 2 1 2 1 1',
      ]);
});
