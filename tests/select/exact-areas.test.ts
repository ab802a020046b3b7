import { describe, expect, test } from 'vitest';
import { boxOf, bboxGeometry } from '../../server/src/geometry/box.ts';
import { type Geometry, type Polygon, type Position, simpleParts } from '../../server/src/geometry/geojson.ts';
import { differenceOf, fromTopology, intersectionOf, toTopology } from '../../server/src/geometry/topology.ts';
import { cellBounds, parseCell } from '../../server/src/grid/cell.ts';
import { utmOfDegrees } from '../../server/src/grid/utm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { planeArea } from './plane-area.ts';
import { turnedBox } from './random-archive.ts';
import { sceneOf, select } from './survey-support.ts';

/** Pieces of an edge that is straight in degrees and bent in metres. */
const pieces = 64;

const place: Position = [-106.6, 35.25];

/** The polygon in metres of the cell's zone. */
function inMetres(ring: readonly Position[], epsg: number): Polygon {
  const dense = ring.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = ring[i]!;
    return Array.from({ length: pieces }, (_, k) => [
      ax! + ((bx! - ax!) * k) / pieces,
      ay! + ((by! - ay!) * k) / pieces,
    ]);
  });
  const places = dense.map(([x, y]) => [...utmOfDegrees(epsg, x!, y!)]);
  return { type: 'Polygon', coordinates: [[...places, places[0]!]] };
}

function squareOf(cell: string): { readonly square: Polygon; readonly epsg: number } {
  const { epsg, bounds } = cellBounds(parseCell(cell)!);
  return { epsg, square: bboxGeometry(bounds) as Polygon };
}

const areaOf = (geometry: Geometry): number => planeArea(geometry);

/** What the polygons have in common, by the topology library. */
function shared(...polygons: readonly Polygon[]): Geometry {
  let left = toTopology(polygons[0]!);
  for (const polygon of polygons.slice(1)) left = intersectionOf(left, toTopology(polygon));
  return fromTopology(left);
}

const minus = (geometry: Geometry, polygon: Polygon): number =>
  simpleParts(geometry)
    .filter((part) => boxOf(part) !== null)
    .reduce((sum, part) => sum + areaOf(fromTopology(differenceOf(toTopology(part), toTopology(polygon)))), 0);

describe('fields of tile and area against the topology library', () => {
  test('data, clouds and whole square kilometres, of one item and of two', async () => {
    const seed = testSeed();
    const random = createRandom(seed);
    let compared = 0;
    for (let round = 0; round < 25; round++) {
      const [first, second, cloud, aoi] = Array.from({ length: 4 }, () => turnedBox(random, place)) as [
        Position[],
        Position[],
        Position[],
        Position[],
      ];
      const text = `POLYGON ((${cloud.map((position) => position.join(' ')).join(', ')}))`;
      const scenes = [
        sceneOf('a', { geometry: { type: 'Polygon', coordinates: [first] }, properties: { catalog_id: 'two' } }),
        sceneOf('b', { geometry: { type: 'Polygon', coordinates: [second] }, properties: { catalog_id: 'two' } }),
        sceneOf('c', {
          geometry: { type: 'Polygon', coordinates: [first] },
          properties: { catalog_id: 'one', 'tile:cloud_polys': text },
        }),
      ];
      const { cellList } = await select(scenes, { intersects: { type: 'Polygon', coordinates: [aoi] } });
      for (const { cell_id, best_matches } of cellList) {
        const { square, epsg } = squareOf(cell_id);
        const [a, b, clouds, area] = [first, second, cloud, aoi].map((ring) => inMetres(ring, epsg)) as [
          Polygon,
          Polygon,
          Polygon,
          Polygon,
        ];
        const inCell = areaOf(shared(area, square));
        for (const tile of best_matches) {
          const isOne = tile.acquisition_id === 'one';
          const dataM2 = isOne ? areaOf(shared(a, square)) : areaOf(shared(a, square)) + minus(shared(b, square), a);
          const aoiM2 = isOne
            ? areaOf(shared(a, area, square))
            : areaOf(shared(a, area, square)) + minus(shared(b, area, square), a);
          const where = `seed ${seed}, round ${round}, ${tile.id}`;
          near(tile['tile:data_percentage'], (100 * dataM2) / 25e6, 0.0101, where);
          near(tile['aoi:data_percentage'], (100 * aoiM2) / inCell - 0.5, 0.5005, where);
          near(tile['aoi:data_area_sqkm'], aoiM2 / 1e6 + 0.5, 0.5005, where);
          if (isOne)
            near(
              tile['aoi:cloud_free_percentage'],
              100 - (100 * areaOf(shared(a, area, clouds, square))) / aoiM2 - 0.5,
              0.5005,
              where,
            );
          if (isOne)
            near(tile['tile:cloud_percentage'], (100 * areaOf(shared(a, clouds, square))) / dataM2, 0.0101, where);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});

function near(value: unknown, expected: number, tolerance: number, where: string): void {
  if (typeof value !== 'number' || Math.abs(value - expected) > tolerance)
    throw new Error(`${where}: ${String(value)} is not ${expected}`);
}
