import { expect, test } from 'vitest';
import { narrowStreams } from '../../../server/src/adapters/postgres/catalog/known/narrow-streams.ts';
import type { StreamRows } from '../../../server/src/adapters/postgres/catalog/known/read-streams.ts';
import { cellStream, collectionStream } from '../../../server/src/catalog/plan/streams.ts';

const cell = { level: 4, x: 3, y: 2 } as const;
const cells: StreamRows = {
  streams: [cellStream(cell, false, 0), cellStream(cell, true, 0), cellStream(cell, false, 2)],
  spans: [
    { low: '2001', high: '2010!' },
    { low: '2016', high: '2018!' },
    { low: '2001', high: '2010!' },
  ],
  rows: 90,
  oldest: '2001',
  newest: '2018',
};
const ofCollections = (...own: readonly (readonly [0 | 2, string, string])[]): StreamRows => ({
  streams: own.map(([duration], number) => collectionStream(number, duration)),
  spans: own.map(([, low, newest]) => ({ low, high: newest === '' ? '' : `${newest}!` })),
  rows: 5,
  oldest: own.map(([, low]) => low).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? '',
  newest: own.map(([, , newest]) => newest).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? '',
});

test('cells are looked at for the classes and times of the collections alone', () => {
  const { streams, spans, oldest, newest, rows } = narrowStreams(cells, ofCollections([0, '2005', '2012']));
  expect(streams).toEqual(cells.streams.slice(0, 2));
  // The second is empty: nothing of the collection lies in its time.
  expect(spans.map(({ low, high }) => [low, high, low < high])).toEqual([
    ['2005', '2010!', true],
    ['2016', '2012!', false],
  ]);
  expect([oldest, newest, rows]).toEqual(['2005', '2012', 90]);
});

test('of several collections a class has the times of all', () => {
  const { spans } = narrowStreams(cells, ofCollections([0, '2017', '2030'], [0, '2003', '2004'], [2, '2009', '2011']));
  expect(spans).toEqual([
    { low: '2003', high: '2010!' },
    { low: '2016', high: '2018!' },
    { low: '2009', high: '2010!' },
  ]);
});

test('items without a time are looked for in cells of their class, and no others', () => {
  const { streams, newest } = narrowStreams(cells, ofCollections([0, '', '']));
  expect([streams, newest]).toEqual([cells.streams.slice(0, 2), '']);
  expect(narrowStreams(cells, ofCollections()).streams).toEqual([]);
});
