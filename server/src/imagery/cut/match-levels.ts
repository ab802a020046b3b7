import type { ImageInfo, Level } from '../image.ts';
import type { PixelWindow } from '../pixels.ts';
import { type TileGrid, tileGrid } from './levels.ts';

/** A level of a cut and the level of the image that has the same pixels; null where it has to be made of the level below. */
export type MatchedLevel = {
  readonly grid: TileGrid;
  readonly source: { readonly level: number; readonly column: number; readonly row: number } | null;
};

/** The levels of a cut-out window: where the image has an overview on the same pixels it is used, aligned to tiles or not. */
export function matchLevels(info: ImageInfo, window: PixelWindow, tileSize: number): readonly MatchedLevel[] {
  const isWhole = window.width === info.width && window.height === info.height;
  const matched: MatchedLevel[] = [];
  let [width, height] = [window.width, window.height];
  for (let factor = 1; ; factor *= 2) {
    const found = sourceAt(info, window, factor);
    if (isWhole && found !== null) ({ width, height } = info.levels[found.level]!);
    const source = found !== null && reaches(info.levels[found.level]!, found, width, height) ? found : null;
    matched.push({ grid: tileGrid(width, height, tileSize), source });
    if (width <= tileSize && height <= tileSize) return matched;
    [width, height] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  }
}

function sourceAt(info: ImageInfo, { column, row }: PixelWindow, factor: number): MatchedLevel['source'] {
  if (column % factor !== 0 || row % factor !== 0) return null;
  // Halving an odd number of pixels is rounded up by some and down by others.
  const isNear = (whole: number, part: number) => Math.abs(whole / factor - part) < 1;
  const level = info.levels.findIndex(({ width, height }) => isNear(info.width, width) && isNear(info.height, height));
  return level === -1 ? null : { level, column: column / factor, row: row / factor };
}

/** An overview that was rounded down may lack the last column or row of a cut at the image's edge. */
const reaches = (level: Level, { column, row }: NonNullable<MatchedLevel['source']>, width: number, height: number) =>
  column + width <= level.width && row + height <= level.height;
