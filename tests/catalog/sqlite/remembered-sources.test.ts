import { expect, test } from 'vitest';
import type { Source } from '../../../server/src/adapters/sqlite/catalog/known/choose-source.ts';
import { createRememberedSources } from '../../../server/src/adapters/sqlite/catalog/known/remembered-sources.ts';

const rangesOf = (first: number) => [{ first, last: first + 7, isHomeOnly: false }];

const source = (rows: number): Source => ({
  streams: [],
  reaches: [],
  rows,
  oldest: '',
  newest: '',
  share: 1,
  of: 'cells',
});

function counted() {
  const read = createRememberedSources();
  let reads = 0;
  return {
    ask: (first: number) => read(rangesOf(first), () => ((reads += 1), source(first))).rows,
    reads: () => reads,
  };
}

test('an area is read twice and then remembered', () => {
  const { ask, reads } = counted();
  expect([ask(16), ask(16), ask(16), ask(16)]).toEqual([16, 16, 16, 16]);
  expect(reads()).toBe(2);
});

test('areas that are asked for once each are not kept, and every area gets its own source', () => {
  const { ask, reads } = counted();
  for (let first = 0; first < 80_000; first += 16) expect(ask(first)).toBe(first);
  expect(reads()).toBe(5_000);
  expect([ask(79_984), ask(79_984)]).toEqual([79_984, 79_984]);
  expect(reads()).toBe(5_001);
});

test('more areas than are remembered, each asked for three times in a row, are all right', () => {
  const { ask, reads } = counted();
  for (let first = 0; first < 48_000; first += 16)
    expect([ask(first), ask(first), ask(first)]).toEqual(Array(3).fill(first));
  expect(reads()).toBe(6_000);
});
