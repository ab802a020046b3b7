import { type Visibility, isVisible } from '../../catalog/visibility.ts';
import { parseCell } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import { previewOf } from '../../streaming/draw-preview.ts';
import type { SelectedTile } from '../selection.ts';
import type { SelectFileNeeds } from './source.ts';

/** Pixels a side. */
const size = 256;

/** Imagery that answers slowly must not keep a page from its reader; from then on tiles have no picture. */
const patienceMs = 30_000;

/** Draws tiles for a page, each from its own collection alone; none where the archive cannot give it. */
export function thumbnailsOf(
  service: Pick<Service, 'catalog' | 'pictures'>,
  visibility: Visibility,
  signal: AbortSignal,
): SelectFileNeeds['preview'] {
  let stop: AbortSignal | null = null;
  return async ({ acquisition_id, cell_id, collection }: SelectedTile, window) => {
    const cell = parseCell(cell_id);
    // Time runs from the first picture on.
    stop ??= AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    if (cell === null || stop.aborted || !isVisible(collection, visibility)) return null;
    try {
      const request = { acquisition: acquisition_id, cell, window, size, format: 'webp' } as const;
      const { draw } = await previewOf(service, new Set([collection]), request, stop);
      return (await draw(stop)).bytes;
    } catch {
      return null;
    }
  };
}
