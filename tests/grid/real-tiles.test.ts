import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { plainFootprint } from '../../server/src/catalog/footprint.ts';
import type { Geometry } from '../../server/src/geometry/geojson.ts';
import { boxOf } from '../../server/src/geometry/box.ts';
import { cellEnvelope } from '../../server/src/grid/cell-polygon.ts';
import { type Cell, cellBounds, formatCell, isSameCell } from '../../server/src/grid/cell.ts';
import { cellsCovering } from '../../server/src/grid/cells-covering.ts';
import { isMember } from '../../server/src/grid/membership.ts';
import { ownCell } from '../../server/src/tiles/acquisition.ts';

const file = fileURLToPath(new URL('../../../shared/data/stac/maxar/items.ndjson.gz', import.meta.url));
const why = existsSync(file) ? '' : ' (skipped: no ../shared/data/stac/maxar/items.ndjson.gz beside the project)';

type Tile = { readonly cell: Cell; readonly metres: readonly number[]; readonly footprint: Geometry };

/** Of 512 pixels around each tile, and of rounding. */
const apron = 156.25 + 1;

function readTiles(): readonly Tile[] {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const { properties, geometry, bbox } = JSON.parse(line) as {
      properties: Record<string, unknown>;
      geometry: Geometry;
      bbox: number[];
    };
    const cell = ownCell(properties);
    const metres = properties['proj:bbox'] as readonly number[];
    return cell === null ? [] : [{ cell, metres, footprint: plainFootprint(geometry, bbox) }];
  });
}

describe.skipIf(!existsSync(file))(`real tiles${why}`, () => {
  const tiles = existsSync(file) ? readTiles() : [];

  test('each was cut for a cell that belongs to the grid', () => {
    expect(tiles.length).toBeGreaterThan(10_000);
    expect(tiles.filter(({ cell }) => !isMember(cell)).map(({ cell }) => formatCell(cell))).toEqual([]);
  });

  test('each lies in its cell, with the apron that real tiles have', () => {
    expect(tiles).toHaveLength(16_965);
    for (const { cell, metres } of tiles) {
      const [west, south, east, north] = cellBounds(cell).bounds;
      const beyond = [west - metres[0]!, south - metres[1]!, metres[2]! - east, metres[3]! - north];
      expect(Math.max(...beyond)).toBeLessThanOrEqual(apron);
    }
  });

  test('the cells that cover its footprint include its own, but where only the apron has data, and few others', () => {
    const sampled = tiles.filter((_, index) => index % 3 === 0);
    const elsewhere = sampled.filter(({ cell, footprint }) => {
      const inZone = cellsCovering(footprint).filter(({ zone }) => zone === cell.zone);
      expect(inZone.length).toBeLessThanOrEqual(9);
      return !inZone.some((each) => isSameCell(each, cell));
    });
    for (const { cell, footprint } of elsewhere) {
      const [west, south, east, north] = boxOf(footprint)!;
      const [, cellSouth, , cellNorth] = cellEnvelope(cell);
      // A strip of the apron's width along one side.
      expect(Math.min((east - west) * 111_320, (north - south) * 111_320)).toBeLessThan(apron * 1.2);
      expect(south).toBeLessThan(cellNorth + 0.002);
      expect(north).toBeGreaterThan(cellSouth - 0.002);
    }
    expect(elsewhere.length / sampled.length).toBeLessThan(0.005);
  });
});
