import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { plainFootprint } from '../../server/src/catalog/footprint.ts';
import type { Geometry } from '../../server/src/geometry/geojson.ts';
import { type Cell, cellOfGridCode, formatCell } from '../../server/src/grid/cell.ts';
import { cellsCovering } from '../../server/src/grid/cells-covering.ts';
import { isMember } from '../../server/src/grid/membership.ts';

const file = fileURLToPath(new URL('../../../shared/data/stac/maxar/items.ndjson.gz', import.meta.url));
const why = existsSync(file) ? '' : ' (skipped: no ../shared/data/stac/maxar/items.ndjson.gz beside the project)';

type Tile = { readonly cell: Cell; readonly footprint: Geometry };

function readTiles(): readonly Tile[] {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const { properties, geometry, bbox } = JSON.parse(line) as {
      properties: Record<string, unknown>;
      geometry: Geometry;
      bbox: number[];
    };
    const cell = cellOfGridCode(properties['grid:code']);
    return cell === null ? [] : [{ cell, footprint: plainFootprint(geometry, bbox) }];
  });
}

describe.skipIf(!existsSync(file))(`real tiles${why}`, () => {
  const tiles = existsSync(file) ? readTiles() : [];

  test('each was cut for a cell that belongs to the grid', () => {
    expect(tiles.length).toBeGreaterThan(10_000);
    expect(tiles.filter(({ cell }) => !isMember(cell)).map(({ cell }) => formatCell(cell))).toEqual([]);
  });

  test('the cells that cover its footprint include its own, and few others: those that its apron reaches', () => {
    const sampled = tiles.filter((_, index) => index % 3 === 0);
    for (const { cell, footprint } of sampled) {
      const cells = cellsCovering(footprint);
      const inZone = cells.filter(({ zone }) => zone === cell.zone).map(formatCell);
      expect(inZone).toContain(formatCell(cell));
      expect(inZone.length).toBeLessThanOrEqual(9);
    }
  });
});
