import type { TileGrid } from '../../../imagery/cut/levels.ts';
import { tag } from '../structure/tags.ts';
import { type TiffKind, headBytes, headLength } from './directories.ts';
import type { FieldType, OutField } from './field.ts';
import { type CogDescription, maskFields, pixelFields } from './level-fields.ts';
import type { StoredTile } from './stored-tile.ts';

/** The tiles of a level, row by row; the mask's likewise, where the file has one. */
export type StoredLevel = {
  readonly grid: TileGrid;
  readonly tiles: readonly StoredTile[];
  readonly masks: readonly StoredTile[] | null;
};

export type CogLayout = {
  readonly kind: TiffKind;
  readonly byteLength: number;
  /** Header and directories. */
  readonly head: Uint8Array;
  /** Every tile in the order of the file. */
  readonly order: readonly StoredTile[];
};

/** Its length before, its last bytes again after it: so a reader knows a tile from one request. */
const frameBytes = 8;
const leaderBytes = 4;
const mostOfClassic = 2 ** 32 - 1;

/** Where everything lies: directories first, then tiles from the smallest overview to the full resolution, each with its mask. */
export function layOut(about: CogDescription, levels: readonly StoredLevel[]): CogLayout {
  const order = levels
    .toReversed()
    .flatMap(({ tiles, masks }) => tiles.flatMap((tile, i) => (masks ? [tile, masks[i]!] : [tile])));
  const dataBytes = order.reduce((sum, { length }) => sum + length + frameBytes, 0);
  const hasMask = levels[0]!.masks !== null;
  const empty = new Map<readonly StoredTile[], readonly number[]>();
  const classic = headLength(directoriesOf(about, levels, 'classic', empty), 'classic', hasMask);
  const kind: TiffKind = classic + dataBytes > mostOfClassic ? 'big' : 'classic';
  const start = kind === 'classic' ? classic : headLength(directoriesOf(about, levels, kind, empty), kind, hasMask);
  const head = headBytes(directoriesOf(about, levels, kind, offsetsOf(levels, start)), kind, hasMask);
  return { kind, byteLength: start + dataBytes, head, order };
}

function offsetsOf(
  levels: readonly StoredLevel[],
  start: number,
): ReadonlyMap<readonly StoredTile[], readonly number[]> {
  const offsets = new Map<readonly StoredTile[], number[]>();
  let at = start;
  const put = (list: readonly StoredTile[], index: number) => {
    const known = offsets.get(list) ?? [];
    offsets.set(list, known);
    known.push(at + leaderBytes);
    at += list[index]!.length + frameBytes;
  };
  for (const { tiles, masks } of levels.toReversed()) {
    for (const index of tiles.keys()) {
      put(tiles, index);
      if (masks !== null) put(masks, index);
    }
  }
  return offsets;
}

/** As GDAL orders them: the image, its mask, the overviews, their masks. */
function directoriesOf(
  about: CogDescription,
  levels: readonly StoredLevel[],
  kind: TiffKind,
  offsets: ReadonlyMap<readonly StoredTile[], readonly number[]>,
): readonly (readonly OutField[])[] {
  const pixels = levels.map(({ grid, tiles }, level) => indexed(pixelFields(about, grid, level), tiles, kind, offsets));
  const masks = levels.flatMap(({ grid, masks: of }, level) =>
    of === null ? [] : [indexed(maskFields(grid, level), of, kind, offsets)],
  );
  return [pixels[0]!, ...masks.slice(0, 1), ...pixels.slice(1), ...masks.slice(1)];
}

function indexed(
  fields: readonly OutField[],
  tiles: readonly StoredTile[],
  kind: TiffKind,
  offsets: ReadonlyMap<readonly StoredTile[], readonly number[]>,
): readonly OutField[] {
  const type: FieldType = kind === 'big' ? 'long8' : 'long';
  const index: readonly OutField[] = [
    { tag: tag.tileOffsets, type, values: offsets.get(tiles) ?? tiles.map(() => 0) },
    { tag: tag.tileByteCounts, type: 'long', values: tiles.map(({ length }) => length) },
  ];
  return [...fields, ...index].toSorted((one, other) => one.tag - other.tag);
}
