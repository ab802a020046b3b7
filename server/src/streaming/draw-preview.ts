import type { StoredItem } from '../catalog/ports.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { Box } from '../geometry/box.ts';
import { type Cell, cellBounds, formatCell } from '../grid/cell.ts';
import type { PictureFormat, PictureSource } from '../imagery/ports.ts';
import type { GroundGrid } from '../imagery/raster.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { DrawnPicture, NamedPicture } from './draw-tile.ts';
import { findAcquisition } from '../tiles/find-acquisition.ts';
import { hasImagery, imageryOf } from './item-imagery.ts';
import { knownItem } from './known-item.ts';
import { pictureKey } from './picture-key.ts';
import { explainUnreadable, unreadableSource } from './unreadable.ts';

export type PreviewRequest = {
  readonly acquisition: string;
  readonly cell: Cell;
  /** Of the cell, in metres of its zone; the whole cell where there is none. */
  readonly window?: Box | null;
  readonly size: number;
  readonly format: PictureFormat;
};

/** An acquisition within a cell of the grid or a window of it, north up in the cell's zone; of the items that can be read. */
export async function previewOf(
  { catalog, pictures }: Pick<Service, 'catalog' | 'pictures'>,
  visibility: Visibility,
  { acquisition, cell, window = null, size, format }: PreviewRequest,
  signal: AbortSignal,
): Promise<NamedPicture> {
  const found = await findAcquisition({ catalog }, visibility, acquisition, cell, signal);
  const shown = found.filter((item) => hasImagery(knownItem(item).document));
  if (shown.length === 0) throw new PlatformError('not_found');
  const keyOf = (items: readonly StoredItem[]) =>
    pictureKey(
      'preview',
      formatCell(cell),
      items.map(({ etag }) => etag),
      size,
      format,
      ...(window === null ? [] : [window]),
    );
  const jobOf = (items: readonly StoredItem[]) => ({
    key: keyOf(items),
    sources: items.map((item): PictureSource => imageryOf(knownItem(item).document, null).source),
    grid: groundGrid(cell, window, size),
    bands: null,
    rescale: null,
    format,
  });
  const draw = async (gone: AbortSignal): Promise<DrawnPicture> => {
    let left = shown;
    for (;;) {
      try {
        return { bytes: await pictures.ofGround(jobOf(left), gone), leftOut: shown.length - left.length };
      } catch (error) {
        const bad = left.length === 1 ? null : unreadableSource(error);
        if (bad === null) throw explainUnreadable(error, `the imagery of '${acquisition}'`);
        left = left.toSpliced(bad, 1);
      }
    }
  };
  return { key: keyOf(shown), draw };
}

function groundGrid(cell: Cell, window: Box | null, size: number): GroundGrid {
  const { epsg, bounds } = cellBounds(cell);
  const [west, south, east, north] = window ?? bounds;
  const pixelToWorld = [(east - west) / size, 0, west, 0, (south - north) / size, north] as const;
  return { width: size, height: size, crs: { epsg }, pixelToWorld };
}
