import { cellBounds, parseCell } from '../../grid/cell.ts';
import type { CutJob } from '../../imagery/cut/cut-job.ts';
import type { RasterProduct } from '../order.ts';
import type { DeliveryJob } from '../ports.ts';
import type { TileSource } from '../tile.ts';
import { areaNearCell } from './area-near-cell.ts';

/** What is cut for a product of a tile, and what its sources are called; null where none has it. */
export type RasterJob = { readonly job: CutJob; readonly names: ReadonlyMap<string, string> };

export function rasterJob({ spec, settings, aoi }: DeliveryJob, product: RasterProduct): RasterJob | null {
  const sources = spec.sources.flatMap((source) => located(source, product));
  const [first, ...others] = sources.map(([location]) => location);
  const cell = parseCell(spec.cellId);
  if (cell === null) throw new Error(`'${spec.cellId}' is no cell`);
  if (first === undefined) return null;
  const { epsg, bounds } = cellBounds(cell);
  const [west, , east] = bounds;
  const job: CutJob = {
    location: first,
    under: others,
    cover: { crs: { epsg }, box: bounds },
    pixels: settings.grid === 'cell' ? { halvedFrom: east - west } : 'own',
    clip: settings.isClipped && aoi !== null ? areaNearCell(aoi, cell) : null,
    isDoubled: settings.isHd && product === 'visual',
  };
  return { job, names: new Map(sources) };
}

function located({ itemId, rasters }: TileSource, product: RasterProduct): (readonly [string, string])[] {
  const location = rasters[product];
  return location === undefined ? [] : [[location, `${itemId}/${product}`]];
}
