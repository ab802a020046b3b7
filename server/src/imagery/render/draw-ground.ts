import { PlatformError } from '../../shared/errors.ts';
import type { OpenImage, Picture, PictureSource, Projections } from '../ports.ts';
import type { GroundGrid } from '../raster.ts';
import { warped } from '../resample/warped.ts';
import { chooseBands } from './choose-bands.ts';
import type { Look } from './look.ts';
import { paint } from './paint.ts';
import { laidUnder } from './lay-under.ts';
import { type KnownRanges, valueRanges } from './value-ranges.ts';

/** A source that is open, with what was found out about it before. */
export type OpenedSource = { readonly image: OpenImage; readonly ranges: KnownRanges };

/** Opens a source for as long as it is being drawn. */
export type UseSource = <T>(source: PictureSource, use: (opened: OpenedSource) => Promise<T>) => Promise<T>;

export type GroundDrawing = Look & { readonly sources: readonly PictureSource[]; readonly grid: GroundGrid };

/** One source after the other, each below those before it, until nothing is left to fill. */
export async function drawGround(
  { sources, grid, ...look }: GroundDrawing,
  projections: Projections,
  use: UseSource,
  signal?: AbortSignal,
): Promise<Picture> {
  let picture: Picture | null = null;
  for (const [index, source] of sources.entries()) {
    signal?.throwIfAborted();
    const drawn = use(source, (opened) => drawSource(opened, source, grid, projections, look, signal));
    const below: Picture = await drawn.catch((error: unknown) => {
      throw error instanceof PlatformError ? new PlatformError(error.kind, { ...error.detail, source: index }) : error;
    });
    picture = picture === null ? below : laidUnder(picture, below);
    if (picture.channels === 1 || picture.channels === 3) return picture;
  }
  return picture!;
}

async function drawSource(
  { image, ranges }: OpenedSource,
  { bands: facts }: PictureSource,
  grid: GroundGrid,
  projections: Projections,
  look: Look,
  signal?: AbortSignal,
): Promise<Picture> {
  const bands = chooseBands(image.info, facts, look.bands);
  const spans = await valueRanges(image, bands, facts, look.rescale, ranges);
  const raster = warped(image, grid, projections, { kernel: 'bilinear', bands });
  const whole = { column: 0, row: 0, width: grid.width, height: grid.height };
  return paint(await raster.read(whole, signal), spans);
}
