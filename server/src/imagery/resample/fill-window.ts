import { type PixelWindow, type Pixels, bytesPerSample } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';
import type { Canvas } from './canvas.ts';
import { scaleFacet } from './facet.ts';
import type { FacetsIn } from './facets-in.ts';
import { type Kernel, type SpanOf, apronOf, averagedSpans, spansOf } from './kernels/spans.ts';
import { type Sight, lookAround, lookOver, sourceArea } from './source-area.ts';
import { cellSize } from './region.ts';
import type { Piece } from './span.ts';

/** Source pixels in memory at once. */
const maxPieceBytes = 64 * 1024 * 1024;

export type Warp = {
  readonly image: OpenImage;
  readonly bands: readonly number[];
  readonly kernel: Kernel;
  readonly facetsIn: FacetsIn;
};

export type Part = { readonly window: PixelWindow; readonly level: number; readonly isAveraged: boolean };

/** Fills a part of a canvas from one level, in halves where the source of the whole would be too much at once. */
export async function fillWindow(warp: Warp, part: Part, canvas: Canvas, signal?: AbortSignal): Promise<void> {
  const { image, bands, kernel } = warp;
  const level = image.info.levels[part.level]!;
  const [sx, sy] = [level.width / image.info.width, level.height / image.info.height];
  const facets = warp.facetsIn(part.window).map((facet) => (part.level === 0 ? facet : scaleFacet(facet, sx, sy)));
  const look = part.isAveraged ? lookOver(level) : lookAround(level, apronOf(kernel));
  const source = sourceArea(facets, part.window, level, look);
  if (source === null) return;
  const halves = bytesOf(warp, source.area) > maxPieceBytes ? halve(part.window) : [];
  for (const window of halves) await fillWindow(warp, { ...part, window }, canvas, signal);
  if (halves.length > 0) return;
  signal?.throwIfAborted();
  const pixels = await image.readPixels(part.level, source.area, signal === undefined ? { bands } : { bands, signal });
  const piece: Piece = { ...source.area, bands: bands.length, samples: pixels.samples, mask: maskThatSays(pixels) };
  const spanOf = part.isAveraged ? averagedSpans(piece, canvas, level) : spansOf(kernel, piece, canvas);
  for (const sight of source.sights) draw(sight, spanOf, canvas);
}

const bytesOf = ({ image, bands }: Warp, { width, height }: PixelWindow): number =>
  width * height * (bands.length * bytesPerSample(image.info.sampleType) + 1);

function halve({ column, row, width, height }: PixelWindow): readonly PixelWindow[] {
  if (width === 1 && height === 1) return [];
  if (width < height) {
    const upper = halfOf(row, height);
    return [
      { column, row, width, height: upper },
      { column, row: row + upper, width, height: height - upper },
    ];
  }
  const left = halfOf(column, width);
  return [
    { column, row, width: left, height },
    { column: column + left, row, width: width - left, height },
  ];
}

/** Between cells where there is room, so that no cell is computed twice. */
function halfOf(start: number, length: number): number {
  const half = Math.floor(length / 2);
  const snapped = Math.round((start + half) / cellSize) * cellSize - start;
  return snapped > 0 && snapped < length ? snapped : half;
}

/** Null where the mask says nothing, which lets the kernels not ask. */
function maskThatSays({ mask }: Pixels): Uint8Array | null {
  if (mask === null) return null;
  let at = 0;
  while (at < mask.length && mask[at] === 255) at++;
  return at === mask.length ? null : mask;
}

function draw({ facet, part }: Sight, spanOf: SpanOf, canvas: Canvas): void {
  const { x, xi, xj, xij, y, yi, yj, yij } = facet;
  const span = spanOf(facet);
  const first = part.column - facet.column;
  for (let row = part.row; row < part.row + part.height; row++) {
    const j = row - facet.row;
    const to = (row - canvas.row) * canvas.width + part.column - canvas.column;
    span(x + j * xj, xi + j * xij, y + j * yj, yi + j * yij, first, part.width, to);
  }
}
