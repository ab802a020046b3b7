import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { plainFootprint } from '../../server/src/catalog/footprint.ts';
import type { Geometry } from '../../server/src/geometry/geojson.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { type Cell, cellOfGridCode } from '../../server/src/grid/cell.ts';
import { groundOf } from '../../server/src/tiles/ground.ts';
import { measureTile } from '../../server/src/tiles/measure-tile.ts';
import { tileGeometry } from '../../server/src/tiles/tile-geometry.ts';

const file = fileURLToPath(new URL('../../../shared/data/stac/maxar/items.ndjson.gz', import.meta.url));
const why = existsSync(file) ? '' : ' (skipped: no ../shared/data/stac/maxar/items.ndjson.gz beside the project)';

type Tile = { readonly id: string; readonly cell: Cell; readonly footprint: Geometry };

function readTiles(): readonly Tile[] {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const { id, properties, geometry, bbox } = JSON.parse(line) as {
      id: string;
      properties: Record<string, unknown>;
      geometry: Geometry;
      bbox: number[];
    };
    const cell = cellOfGridCode(properties['grid:code']);
    return cell === null ? [] : [{ id, cell, footprint: plainFootprint(geometry, bbox) }];
  });
}

describe.skipIf(!existsSync(file))(`real tiles${why}`, () => {
  const tiles = existsSync(file) ? readTiles() : [];

  test('each shows something of its own cell, and not more than the cell', () => {
    expect(tiles.length).toBeGreaterThan(10_000);
    const wrong = tiles.filter(({ cell, footprint }) => {
      const { dataAreaM2 } = measureTile([{ data: groundOf(footprint).within(cell), clouds: [] }], null);
      return !(dataAreaM2 > 0 && dataAreaM2 <= 25_000_000.001);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('the geometry of each is valid', () => {
    const sampled = tiles.filter((_, index) => index % 10 === 0);
    const wrong = sampled.filter(({ cell, footprint }) => {
      const geometry = tileGeometry(cell, [groundOf(footprint).within(cell)]);
      return geometryProblem(geometry) !== null;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
