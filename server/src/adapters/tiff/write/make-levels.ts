import type { BlockPlace } from '../../../imagery/blocks.ts';
import { repeatEdges } from '../../../imagery/cut/fit-tile.ts';
import { type TilePixels, halveInto } from '../../../imagery/cut/halve.ts';
import type { TileGrid } from '../../../imagery/cut/levels.ts';
import { allDone, createGate } from './gate.ts';
import type { StoredLevel } from './lay-out.ts';
import { type TileKind, createShelf } from './shelf.ts';
import type { Spool } from './spool.ts';
import type { LevelRecipe } from './tile-recipe.ts';

export type LevelPlan = { readonly grid: TileGrid; readonly recipe: LevelRecipe };

export type MakeOptions = TileKind & {
  readonly spool: Spool;
  /** What has to be decoded for one tile, at most. */
  readonly sourceBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Decoding and encoding run in four threads; some more keep them busy while this one computes. */
const mostAtOnce = 6;
const bytesAtOnce = 64 << 20;
const atOnce = (sourceBytes: number) => Math.max(1, Math.min(mostAtOnce, Math.floor(bytesAtOnce / sourceBytes)));

export type MadeLevels = { readonly levels: readonly StoredLevel[]; readonly hasData: boolean };

/** Makes every tile of every level, each level from a source of its own or from the one below. */
export async function makeLevels(plans: readonly LevelPlan[], options: MakeOptions): Promise<MadeLevels> {
  const grids = plans.map(({ grid }) => grid);
  const { bands, spool, signal } = options;
  const { tileSize } = grids[0]!;
  const shelf = await createShelf(grids, options, spool);
  const gate = createGate(atOnce(options.sourceBytes ?? 1));

  /** Gives the pixels for the level above; null where they are not needed or hold no data. */
  const make = async (level: number, place: BlockPlace, isNeeded: boolean): Promise<TilePixels | null> => {
    const { recipe } = plans[level]!;
    const pixels = await (recipe === null ? fromBelow(level, place) : fromSource(recipe, level, place, isNeeded));
    return isNeeded ? pixels : null;
  };

  const fromBelow = async (level: number, place: BlockPlace): Promise<TilePixels | null> => {
    const quarters = quartersOf(grids[level - 1]!, place);
    const made = await allDone(quarters.map(({ below }) => make(level - 1, below, true)));
    // Before tiles that are still to be read: behind them it would hold its quarters until all are done.
    return gate(async () => {
      const joined = shelf.blank();
      for (const [index, { quarter }] of quarters.entries()) {
        const pixels = made[index]!;
        if (pixels !== null) halveInto(joined, quarter, pixels, tileSize, bands);
      }
      repeatImageEdges(joined, grids[level]!, place, bands);
      // A mask without a hole is none: it need not be looked at again.
      const tile = joined.mask!.includes(0) ? joined : { samples: joined.samples, mask: null };
      return (await shelf.putPixels(level, place, tile)) ? tile : null;
    }, 'before');
  };

  const fromSource = (recipe: NonNullable<LevelRecipe>, level: number, place: BlockPlace, isNeeded: boolean) =>
    gate(async (): Promise<TilePixels | null> => {
      signal?.throwIfAborted();
      const how = await recipe(place);
      if (how.kind === 'empty') {
        shelf.putEmpty(level, place);
        return null;
      }
      if (how.kind === 'copy') {
        const pixels = isNeeded || how.mask === null ? await how.pixels() : null;
        await shelf.putCopy(level, place, how.tile, how.mask ?? pixels?.mask ?? 'full');
        return pixels;
      }
      const pixels = await how.pixels();
      return (await shelf.putPixels(level, place, pixels)) ? pixels : null;
    });

  for (const [level, grid] of grids.entries()) {
    // A level that the next one is made of is made along with it.
    if (plans[level + 1]?.recipe === null) continue;
    await allDone(placesOf(grid).map((place) => make(level, place, false)));
  }
  return { levels: shelf.levels, hasData: shelf.hasData() };
}

const placesOf = ({ columns, rows }: TileGrid): readonly BlockPlace[] =>
  Array.from({ length: columns * rows }, (_, index) => ({ column: index % columns, row: Math.floor(index / columns) }));

/** The tiles of the level below that a tile is made of, and where in it each goes. */
function quartersOf(below: TileGrid, { column, row }: BlockPlace) {
  return [0, 1, 2, 3]
    .map((index) => ({ column: index % 2, row: index >> 1 }))
    .map((quarter) => ({ quarter, below: { column: column * 2 + quarter.column, row: row * 2 + quarter.row } }))
    .filter(({ below: place }) => place.column < below.columns && place.row < below.rows);
}

function repeatImageEdges({ samples, mask }: TilePixels, grid: TileGrid, { column, row }: BlockPlace, bands: number) {
  const size = grid.tileSize;
  const [width, height] = [Math.min(size, grid.width - column * size), Math.min(size, grid.height - row * size)];
  if (width === size && height === size) return;
  repeatEdges(samples, width, height, bands, size);
  if (mask !== null) repeatEdges(mask, width, height, 1, size);
}
