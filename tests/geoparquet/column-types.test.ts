import { expect, test } from 'vitest';
import { meaningOf } from '../../server/src/adapters/geoparquet/read/meaning.ts';
import { physical } from '../../server/src/adapters/geoparquet/read/raw-values.ts';
import { fileOf, item, itemsIn } from './support.ts';

type Element = Parameters<typeof meaningOf>[0]['element'];

const meaning = (of: Partial<Element>) => {
  const element = { name: 'x', type: physical.bytes, typeLength: 0, repetition: 1, children: 0, scale: 0 };
  const leaf = { kind: 'leaf', name: 'x', path: 'x', definition: 1, repetition: 0, first: 0 } as const;
  const whole = { ...element, converted: null, logical: null, ...of };
  return meaningOf({ ...leaf, element: whole }, { digits: null, isGeometry: false });
};

test('bytes are texts where they can be, and refused by name where they cannot', () => {
  expect(meaning({})(Buffer.from('abc'))).toBe('abc');
  expect(() => meaning({})(Buffer.from([0xff, 0]))).toThrow('the type of x (bytes that are no text) is not supported');
  expect(() => meaning({ converted: 0 })(Buffer.from([0xff]))).toThrow('a text that is no UTF-8');
});

test('times of day are refused by name, not taken for numbers', () => {
  const logical = { id: 7, isSigned: true, unit: 2, scale: 0, crs: null };
  for (const element of [{ logical }, { converted: 7 }, { converted: 8 }])
    expect(() => meaning({ type: physical.int64, ...element })).toThrow('the type of x (a time of day) is not');
});

test('a column with all properties, as JSON has them, gives properties', async () => {
  const bytes = fileOf([item('a', { propertiez: { gsd: 0.3, 'eo:cloud_cover': 5 } })]);
  const renamed = Buffer.from(bytes.toString('latin1').replaceAll('propertiez', 'properties'), 'latin1');
  const [read] = await itemsIn(renamed);
  expect(read!['properties']).toEqual({ datetime: '2026-05-01T10:00:00Z', gsd: 0.3, 'eo:cloud_cover': 5 });
});
