import { expect, test } from 'vitest';
import type { StoredItem } from '../../../server/src/catalog/ports.ts';
import type { GridItem, ReadGridItem } from '../../../server/src/tiles/image-grid/grid-item.ts';
import { readInGroups } from '../../../server/src/tiles/image-grid/read-in-groups.ts';

const stored = Array.from({ length: 500 }, (_, i) => ({ id: `item-${i}` }) as StoredItem);

/** Items of so many cells each, and how many were read so far. */
function reading(cells: number | null) {
  const counted = { reads: 0 };
  const read: ReadGridItem = (item) => {
    counted.reads++;
    return cells === null ? null : ({ stored: item, cells: Array.from({ length: cells }) } as unknown as GridItem);
  };
  return { counted, read };
}

test('items as large as countries are read one by one, as they are needed', async () => {
  const { counted, read } = reading(1_400);
  for await (const group of readInGroups(stored, read, 1_000)) {
    expect(group).toHaveLength(1);
    break;
  }
  expect(counted.reads).toBe(1);
});

test('small items come together, each once and in order', async () => {
  const { read } = reading(1);
  const groups: (readonly GridItem[])[] = [];
  for await (const group of readInGroups(stored, read, 1_000)) groups.push(group);
  expect(groups).toHaveLength(1);
  expect(groups.flat().map((item) => item.stored)).toEqual(stored);
});

test.each([
  ['items of many cells', 300],
  ['items that show nothing', null],
])('others have their turn while %s are read', async (_, cells) => {
  const { counted, read } = reading(cells);
  const seen: number[] = [];
  const look = () => {
    seen.push(counted.reads);
    if (counted.reads < 100) setImmediate(look);
  };
  setImmediate(look);
  for await (const _group of readInGroups(stored.slice(0, 100), read, 1_000));
  expect(seen.some((reads) => reads > 0 && reads < 100)).toBe(true);
});
