import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProjections } from '../../../../server/src/adapters/proj4/projections.ts';
import { collectionJson } from '../../../stac/writes-fixture.ts';
import { inZone } from '../../../imagery/jobs/georeferenced.ts';
import { call } from '../call.ts';

/** Four cells each, two by two: the same ground, seen three times. */
export const acquisitions = ['103001005D31F501', '103001005D31F502', '103001005D31F503'] as const;

const [west, north, cellMetres, pixelMetres] = [500_000, 5_000_000, 5_000, 10];
const toDegrees = createProjections().between({ epsg: 32633 }, { epsg: 4326 });

/** In cells from the west and the north; a little within them, so that neighbours are not touched. */
function areaOfCells(column: number, row: number, columns: number, rows: number) {
  const margin = 100;
  const [left, right] = [west + column * cellMetres + margin, west + (column + columns) * cellMetres - margin];
  const [top, bottom] = [north - row * cellMetres - margin, north - (row + rows) * cellMetres + margin];
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ] as const;
  return { type: 'Polygon', coordinates: [corners.map(([x, y]) => toDegrees(x, y))] };
}

/** Areas of interest by the number of cells that they touch. */
export const areas = [
  { cells: 1, area: areaOfCells(0, 0, 1, 1) },
  { cells: 2, area: areaOfCells(0, 0, 2, 1) },
  { cells: 2, area: areaOfCells(1, 0, 1, 2) },
  { cells: 4, area: areaOfCells(0, 0, 2, 2) },
] as const;

const made: Buffer[] = [];

function draw(at: number): Buffer {
  const side = (2 * cellMetres) / pixelMetres;
  // Predictors and blocks make the same drawing other bytes.
  const blocks: readonly [number, number] = at === 2 ? [256, 256] : [128, 128];
  return inZone(32633, west, north, pixelMetres, { width: side, height: side, blocks, predictor: at === 1 ? 2 : 1 });
}

/** Writes the rasters into the folder and their items into the catalogue. */
export async function fillArchive(url: string, bearer: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const post = async (path: string, body: unknown) => {
    const answer = await call(url, path, { method: 'POST', bearer, body });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  };
  await post('/collections', collectionJson('scenes'));
  for (const [at, id] of acquisitions.entries()) {
    const file = join(folder, `${id}.tif`);
    writeFileSync(file, (made[at] ??= draw(at)));
    await post('/collections/scenes/items', {
      type: 'Feature',
      stac_version: '1.1.0',
      id,
      geometry: areaOfCells(0, 0, 2, 2),
      properties: { datetime: `2026-0${at + 3}-01T10:00:00Z`, gsd: pixelMetres, platform: 'worldview-02' },
      links: [],
      assets: {
        visual: {
          href: pathToFileURL(file).href,
          type: 'image/tiff; application=geotiff; profile=cloud-optimized',
          roles: ['visual', 'data'],
        },
      },
    });
  }
}
