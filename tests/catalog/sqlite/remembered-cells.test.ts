import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CellRow,
  createRememberedCells,
} from '../../../server/src/adapters/sqlite/catalog/known/remembered-cells.ts';
import type { Bbox } from '../../../server/src/catalog/bbox.ts';
import { areaOfBbox } from '../../../server/src/catalog/area.ts';
import { everything } from '../../../server/src/catalog/search-request.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { makeItem, put, square } from '../contract/fixtures.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';

const seed = testSeed();
const never = () => false;

/** Around one place on either side of the antimeridian, of all sizes; many of one second, some of no time at all. */
function crowdedItems() {
  const random = createRandom(seed);
  return Array.from({ length: 600 }, (_, i) => {
    const size = [0.1, 0.5, 2, 8, 25][i % 5]!;
    const west = ((176 + random.below(80) / 10 + 180) % 360) - 180;
    return makeItem(`i${i}`, {
      collection: i % 3 === 0 ? 'a' : 'b',
      geometry: square(Math.min(west, 180 - size), random.below(60) / 10 - 3, size),
      properties: { datetime: times[i % times.length]! },
    });
  });
}
const times = [
  null,
  '2021-01-01T00:00:00Z',
  '2021-01-01T00:00:00.25Z',
  '2021-01-01T00:00:00.5Z',
  '2022-06-01T10:00:00Z',
  '2020-02-29T23:59:59.999Z',
];

let store: LoadedStore;
beforeAll(async () => void (store = await loadStore(crowdedItems(), { declared: [] })));
afterAll(() => store.close());

const idsOf = ({ search }: ReturnType<typeof searchHere>, bbox: Bbox, visibility: Visibility = 'all') =>
  search({ ...everything, area: areaOfBbox(bbox), limit: 1_000 }, visibility, never).found.map(({ id }) => id);

test('boxes whose cells are remembered find what others find, in the same order, for every grant, until somebody writes', async () => {
  const cells: string[] = [];
  const near = searchHere(store.file, { cellRows: 100_000 }, (sql) => {
    if (sql.includes('FROM entries WHERE stream BETWEEN')) cells.push(sql);
  });
  const plain = searchHere(store.file);
  const random = createRandom(seed + 1);
  const boxes = Array.from({ length: 40 }, (): Bbox => {
    const [west, south] = [175 + random.below(90) / 10, random.below(80) / 10 - 4];
    const east = west + random.below(30) / 10;
    return [west > 180 ? west - 360 : west, south, east > 180 ? east - 360 : east, south + 1];
  });
  const compare = (): number =>
    boxes.reduce((sum, box) => {
      for (const visibility of ['all', new Set(['a'])] as const)
        expect({ seed, box, ids: idsOf(near, box, visibility) }).toEqual({
          seed,
          box,
          ids: idsOf(plain, box, visibility),
        });
      return sum + idsOf(near, box).length;
    }, 0);
  const found = compare();
  expect(found).toBeGreaterThan(500);
  expect(cells.length).toBeGreaterThan(3);
  const read = cells.length;
  expect(compare()).toBe(found);
  expect(cells.length).toBe(read);
  await put(store.catalog, [makeItem('new', { collection: 'a', geometry: square(179, 0, 0.5) })]);
  expect(idsOf(near, [179, 0, 179.5, 0.5])).toContain('new');
  compare();
  near.close();
  plain.close();
});

const rowsOf = (count: number): readonly CellRow[] => Array.from({ length: count }, (_, i) => [i, 1, 2, 3, 4, 5, 6]);

function counted(mostRows: number, rowsOfCell: number) {
  const recall = createRememberedCells(mostRows);
  const reads: number[] = [];
  const ask = (first: number, isHomeOnly = false) =>
    recall([{ first, last: first + 15, isHomeOnly }], (range) => {
      reads.push(range.first);
      return rowsOf(rowsOfCell);
    });
  return { ask, reads };
}

test('a cell is read the second time that it is asked for, and then remembered', () => {
  const { ask, reads } = counted(100, 2);
  expect(ask(16)).toBeNull();
  expect(ask(16)).toEqual([Float64Array.of(0, 1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6)]);
  expect(ask(16)).toHaveLength(1);
  expect(reads).toEqual([16]);
});

test('a cell of very many rows is read once and never told of, but for large footprints', () => {
  const { ask, reads } = counted(10_000, 1_025);
  expect([ask(16), ask(16), ask(16)]).toEqual([null, null, null]);
  expect([ask(32, true), ask(32, true)]).toEqual([null, [expect.anything()]]);
  expect(reads).toEqual([16, 32]);
});

test('what finds no room is left out, until much was asked for in vain', () => {
  const { ask, reads } = counted(10, 4);
  for (const first of [16, 32, 48]) expect([ask(first), ask(first)]).toEqual([null, [expect.anything()]]);
  for (let time = 0; time < 10_000; time++) expect(ask(64)).toBeNull();
  expect(reads).toEqual([16, 32, 48]);
  expect([ask(64), ask(64)]).toEqual([null, [expect.anything()]]);
  expect([ask(16), ask(16)]).toEqual([null, [expect.anything()]]);
  expect(reads).toEqual([16, 32, 48, 64, 16]);
});
