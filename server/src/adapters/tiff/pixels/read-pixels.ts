import { extentOf, overlap } from '../../../imagery/blocks.ts';
import type { ImageInfo } from '../../../imagery/image.ts';
import { type PixelWindow, type Pixels, type Samples, samplesOf } from '../../../imagery/pixels.ts';
import type { BlockReader } from './block-reader.ts';
import { eachBlock } from './each-block.ts';
import { type Canvas, paste, pour } from './paste.ts';
import { readMask } from './read-mask.ts';
import { thinOut } from './thin-out.ts';
import { maskFromAlpha, maskFromNodata } from './validity.ts';

export type LevelReaders = { readonly pixels: BlockReader; readonly mask: BlockReader | null };

/** Some bands of a window with what says where they hold data. */
export async function readPixels(
  info: ImageInfo,
  readers: LevelReaders,
  window: PixelWindow,
  { bands, step, signal }: PixelWishes,
): Promise<Pixels> {
  const target = canvasFor(info, window, bands.length);
  const alpha = info.validity === 'alpha' ? canvasFor(info, window, 1) : null;
  const wishes: Wish[] = [{ canvas: target, bands }];
  if (alpha !== null) wishes.push({ canvas: alpha, bands: [info.alphaBand!] });
  const [mask] = await Promise.all([
    readers.mask === null ? null : readMask(readers.mask, window, signal),
    fill(readers.pixels, window, wishes, absentIn(info), signal),
  ]);
  // Before anything is asked of each pixel.
  const thin = (all: Samples, each: number) => (step === 1 ? all : thinOut(all, window, each, step));
  const samples = thin(target.samples, bands.length);
  const derived = (): Uint8Array | null => {
    if (mask !== null) return thin(mask, 1) as Uint8Array;
    if (alpha !== null) return maskFromAlpha(thin(alpha.samples, 1));
    return info.validity === 'nodata' ? maskFromNodata(samples, bands.length, info.nodata!) : null;
  };
  const [width, height] = [Math.ceil(window.width / step), Math.ceil(window.height / step)];
  return { width, height, bands, samples, mask: derived() };
}

/** What GDAL reads where a sparse file has no block: what the file says, not what is no data whether it says so or not. */
const absentIn = ({ gdal, nodata }: ImageInfo): number => (gdal.nodata === null ? 0 : (nodata ?? 0));

type PixelWishes = {
  readonly bands: readonly number[];
  readonly step: number;
  readonly signal: AbortSignal | undefined;
};

/** Bands of the image, in the order that they stand in on the canvas. */
type Wish = { readonly canvas: Canvas; readonly bands: readonly number[] };

const canvasFor = ({ sampleType }: ImageInfo, area: PixelWindow, bands: number): Canvas => {
  const length = area.width * area.height * bands;
  return { area, bands, samples: samplesOf(sampleType, length) };
};

async function fill(
  reader: BlockReader,
  window: PixelWindow,
  wishes: readonly Wish[],
  absent: number,
  signal?: AbortSignal,
): Promise<void> {
  const { grid, bandsPerBlock, planes } = reader.stored;
  // The mask alone was asked for.
  if (wishes.every(({ bands }) => bands.length === 0)) return;
  const isNeeded = (plane: number) => planes === 1 || wishes.some(({ bands }) => bands.includes(plane));
  const needed = Array.from({ length: planes }, (_, plane) => plane).filter(isNeeded);
  await eachBlock(reader.stored, window, signal, async (place) => {
    const extent = extentOf(grid, place);
    const shared = overlap(extent, window);
    for (const plane of needed) {
      const samples = await reader.readSamples(place, plane);
      for (const { canvas, bands } of wishes) {
        const places = [...bands.keys()].filter((index) => planes === 1 || bands[index] === plane);
        const from = places.map((index) => (planes === 1 ? bands[index]! : 0));
        if (samples === null) pour(canvas, shared, places, absent);
        else
          paste(
            { area: { ...extent, width: grid.blockWidth }, bands: bandsPerBlock, samples },
            canvas,
            shared,
            from,
            places,
          );
      }
    }
  });
}
