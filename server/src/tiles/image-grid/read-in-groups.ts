import { setImmediate as pause } from 'node:timers/promises';
import type { StoredItem } from '../../catalog/ports.ts';
import type { GridItem, ReadGridItem } from './grid-item.ts';

/** What is read in one go: not one item of many of an acquisition, nor all of a continent. */
const [leastCellsAtOnce, mostCellsAtOnce] = [16, 1_000];
/** Other requests have their turn after so many cells. */
const cellsBetweenPauses = 200;

/** Items in their order, as many at a time as may have the wanted tiles: a single one may have more cells than a page. */
export async function* readInGroups(
  found: readonly StoredItem[],
  read: ReadGridItem,
  want: number,
): AsyncGenerator<readonly GridItem[]> {
  let [group, cells, sincePause]: [GridItem[], number, number] = [[], 0, 0];
  for (const stored of found) {
    const item = read(stored);
    if (item !== null) group.push(item);
    const added = item?.cells.length ?? cellsBetweenPauses;
    if ((sincePause += added) >= cellsBetweenPauses) {
      sincePause = 0;
      await pause();
    }
    if (item === null || (cells += added) < Math.max(leastCellsAtOnce, Math.min(want, mostCellsAtOnce))) continue;
    yield group;
    [group, cells] = [[], 0];
  }
  if (group.length > 0) yield group;
}
