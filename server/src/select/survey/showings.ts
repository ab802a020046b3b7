import { plainFootprint } from '../../catalog/footprint.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { type Geometry, isGeometry } from '../../geometry/geojson.ts';
import type { Cell } from '../../grid/cell.ts';
import { PlatformError } from '../../shared/errors.ts';
import { ownCell } from '../../tiles/acquisition.ts';
import { type Ground, groundOf } from '../../tiles/ground.ts';
import type { Layer } from '../../tiles/layer.ts';
import { wholeCell } from '../../tiles/overlay/layer-area.ts';
import type { Reach } from './aoi-frame.ts';
import { clipFootprint } from './clip-footprint.ts';
import type { SurveyBounds } from './ports.ts';
import { tooMany } from './too-many.ts';

/** What an item shows of a cell. */
export type Showing = { readonly cell: Cell; readonly data: Layer };

export type Surroundings = {
  readonly aoi: Ground | null;
  readonly reach: Reach | null;
  readonly bounds: Pick<SurveyBounds, 'mostTiles'>;
};

/** What an item shows of the cells of the area of interest, or of all cells where there is none. */
export function showingsOf({ geometry, bbox, properties }: JsonObject, around: Surroundings): readonly Showing[] {
  if (!isGeometry(geometry)) return [];
  const footprint = plainFootprint(geometry, bbox);
  const own = isObject(properties) ? ownCell(properties) : null;
  if (own !== null) return isWanted(own, around) ? shown(groundOf(footprint), [own]) : [];
  if (around.reach === null) return inCells(footprint, around);
  const clipped = clipFootprint(footprint, around.reach.box);
  if (clipped === 'whole') return around.reach.cells.map((cell) => ({ cell, data: wholeCell }));
  return clipped === null ? [] : inCells(clipped, around);
}

const isWanted = (cell: Cell, { aoi }: Surroundings): boolean => aoi === null || aoi.within(cell).length > 0;

function inCells(footprint: Geometry, { aoi, bounds }: Surroundings): readonly Showing[] {
  const ground = groundOf(footprint);
  try {
    return shown(ground, aoi === null ? ground.cells() : ground.cells(aoi));
  } catch (error) {
    if (error instanceof PlatformError) throw tooMany(`${bounds.mostTiles} candidate tiles`);
    throw error;
  }
}

const shown = (ground: Ground, cells: readonly Cell[]): readonly Showing[] =>
  cells.map((cell) => ({ cell, data: ground.within(cell) })).filter(({ data }) => data.length > 0);
