import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChunkReaders } from '../../../server/src/adapters/sqlite/catalog/documents/chunk-reader.ts';
import { type Connection, connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { areaOfBbox } from '../../../server/src/catalog/area.ts';
import { everything } from '../../../server/src/catalog/search-request.ts';
import { makeItem, put, square } from '../contract/fixtures.ts';
import { type LoadedStore, loadStore } from './loaded-store.ts';

/** The lower left half of a square of ten degrees. */
const half = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [10, 0],
      [0, 10],
      [0, 0],
    ],
  ],
};
/** The same with more corners than are remembered, all but those on one side. */
const many = {
  type: 'Polygon',
  coordinates: [[[0, 0], ...Array.from({ length: 20 }, (_, i) => [10, i / 1e6]), [0, 10], [0, 0]]],
};

let store: LoadedStore;
let connection: Connection;
beforeAll(async () => {
  store = await loadStore(
    [
      makeItem('half', { geometry: half }),
      makeItem('many', { geometry: many }),
      makeItem('far', { geometry: square(50, 50) }),
    ],
    { declared: [] },
  );
  connection = connect(store.file, { readOnly: true });
});
afterAll(async () => {
  connection.close();
  await store.close();
});

test('footprints that were looked at tell of other boxes, until an item changes', async () => {
  const read = createChunkReaders(connection);
  const found = (...bbox: [number, number, number, number]) =>
    read({ ...everything, area: areaOfBbox(bbox), limit: 100 }, 'all', () => false)
      .next()
      .map(({ id }) => id)
      .sort();
  for (let time = 0; time < 2; time++) {
    expect(found(2, 2, 3, 3)).toEqual(['half', 'many']);
    expect(found(7, 7, 8, 8)).toEqual([]);
  }
  await put(store.catalog, [makeItem('half', { geometry: square(0, 0, 10) })], 'upsert');
  expect(found(7, 7, 8, 8)).toEqual(['half']);
  await put(store.catalog, [makeItem('many', { geometry: square(0, 0, 10) })], 'upsert');
  expect(found(7, 7, 8, 8)).toEqual(['half', 'many']);
});
