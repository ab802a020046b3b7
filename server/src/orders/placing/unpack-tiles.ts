import { setImmediate as pause } from 'node:timers/promises';
import { unpackCells } from '../../select/pack-cells.ts';
import type { SelectedTile } from '../../select/selection.ts';

/** The best tiles of all cells, unpacked a piece at a time. */
export async function unpackTiles(pieces: AsyncIterable<string> | Iterable<string>): Promise<readonly SelectedTile[]> {
  const tiles: SelectedTile[] = [];
  for await (const piece of pieces) {
    for (const { best_matches: best } of unpackCells(piece)) tiles.push(...best);
    await pause();
  }
  return tiles;
}
