import { refuseCorrupt } from '../../../imagery/refuse.ts';
import { type ChoppedGrid, chopStrips } from './chop-strips.ts';
import type { Directory } from './directory.ts';
import { formatOf } from './sample-type.ts';
import { type StoredGrid, readStoredGrid } from './stored-grid.ts';
import { tag } from './tags.ts';
import { numberOf } from './values.ts';

/** The blocks of a level's pixels, and of its mask where it has one. */
export type StoredLevel = { readonly pixels: ChoppedGrid; readonly mask: ChoppedGrid | null };

const isMask = (directory: Directory) =>
  (numberOf(directory, tag.newSubfileType, 0) & 4) !== 0 || numberOf(directory, tag.photometric, 1) === 4;

const isReduced = (directory: Directory) =>
  (numberOf(directory, tag.newSubfileType, 0) & 1) !== 0 || numberOf(directory, tag.subfileType, 1) === 2;

/** The first directory, the overviews among the others, and the masks of both by their size; largest first. */
export function readLevels(directories: readonly Directory[]): readonly StoredLevel[] {
  const [first, ...others] = directories;
  if (first === undefined || isMask(first)) throw refuseCorrupt('it holds no image but a mask');
  const full = readStoredGrid(first, 'pixels');
  const reduced = others
    .filter((each) => isReduced(each) && !isMask(each) && hasBandsOf(each, full) && formatOf(each) === formatOf(first))
    .map((each) => readStoredGrid(each, 'pixels'))
    .filter(({ grid }) => grid.width < full.grid.width || grid.height < full.grid.height)
    .toSorted((one, other) => other.grid.width - one.grid.width);
  const masks = others.filter(isMask).map((each) => readStoredGrid(each, 'mask'));
  const levels = [full, ...reduced].map((pixels) => ({ pixels: chopStrips(pixels), mask: maskOf(pixels, masks) }));
  // An overview that cannot say where the data is would show more than the image has.
  return levels[0]!.mask === null ? levels.map(withoutMask) : levels.filter(({ mask }) => mask !== null);
}

const withoutMask = ({ pixels }: StoredLevel): StoredLevel => ({ pixels, mask: null });

/** A small picture of another kind is a thumbnail, not an overview. */
function hasBandsOf(directory: Directory, { layout }: StoredGrid): boolean {
  const samples = numberOf(directory, tag.samplesPerPixel, 1);
  return samples === layout.samplesPerPixel && numberOf(directory, tag.bitsPerSample, 1) === layout.bitsPerSample;
}

function maskOf({ grid }: StoredGrid, masks: readonly StoredGrid[]): ChoppedGrid | null {
  const mask = masks.find((each) => each.grid.width === grid.width && each.grid.height === grid.height);
  return mask === undefined ? null : chopStrips(mask);
}
