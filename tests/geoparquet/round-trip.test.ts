import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createGeoParquetEncoder } from '../../server/src/adapters/geoparquet/encode.ts';
import { microsOf } from '../../server/src/adapters/geoparquet/write/time-micros.ts';
import { randomItem } from './random-items.ts';
import { type Json, chance, fileOf, item, itemsIn } from './support.ts';

/** As JSON has it: what it cannot say is gone on both sides. */
const plain = (items: readonly unknown[]) => JSON.parse(JSON.stringify(items)) as readonly Json[];

const wide = (id: string, from: number): Json =>
  item(id, Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`p${from + index}`, index])));

const deep = (depth: number): unknown =>
  depth === 0 ? 'ground' : depth % 2 === 0 ? [deep(depth - 1)] : { in: deep(depth - 1) };

const cases: Readonly<Record<string, readonly Json[]>> = {
  'columns that appear late, at every depth': [
    ...Array.from({ length: 12 }, (_, index) =>
      item(
        `plain-${index}`,
        {},
        {
          links: [
            { rel: 'a', href: 'b' },
            { rel: 'c', href: 'd' },
          ],
        },
      ),
    ),
    item(
      'late',
      { deep: { er: { list: [{ a: 1 }, { b: ['x', 'y'] }] } } },
      {
        assets: { image: { href: 'x', bands: [{ name: 'red' }, { name: 'nir', gsd: 10 }] } },
        links: [{ rel: 'a', href: 'b', method: 'POST', headers: { a: ['b'] } }],
      },
    ),
    item(
      'later',
      { deep: { er: { list: [] }, new: true } },
      { assets: { image: { href: 'y', bands: [{ name: 'red', more: { than: 'that' } }] } } },
    ),
  ],

  'values that do not fit the column of their name': [
    item('1', { level: 'high', list: ['a'], nested: { a: 1 } }),
    item('2', { level: 5, list: [1], nested: [] }),
    item('3', { level: { is: 'high' }, list: 'a', nested: 'x' }),
    item('4', { level: null, list: [null], nested: {} }),
    item('5', { level: 'low', list: [], nested: { a: null, b: 'x' } }),
    item('6', { level: 'low', list: [null, 'a', null], nested: { a: '1' } }),
    item('7', { list: ['a', 5, 'b'], matrix: [[1, 2], [3], []] }),
    item('8', { list: ['a'], matrix: [[1, 'x']] }),
    item('9', { list: ['b'], matrix: [[], [null], [4, 5]] }),
  ],

  'properties with names of members, and members that STAC does not know': [
    item(
      '1',
      { id: 'x', type: 5, geometry: null, bbox: 'none', properties: {}, 'swath:rest': 'mine', collection: [] },
      { extra: { a: [1] } },
    ),
  ],

  'footprints of which some positions have heights, or more numbers': [
    item('1', {}, { geometry: { type: 'LineString', coordinates: [[1, 2, 3], [4, 5]] } }), // prettier-ignore
    item('2', {}, { geometry: { type: 'MultiPoint', coordinates: [[1, 2], [4, 5, 6]] } }), // prettier-ignore
    item('3', {}, { geometry: { type: 'Point', coordinates: [1, 2, 3, 4] } }),
    item('4', {}, { geometry: { type: 'LineString', coordinates: [[1, 2, 3], [4, 5, 6]] } }), // prettier-ignore
  ],

  'times in every spelling': [
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.5Z',
    '2026-01-01T00:00:00+00:00',
    '2026-12-31T23:59:60Z',
    '1700-01-01T00:00:00.123456Z',
    '9999-12-31T23:59:59.999999Z',
  ].map((datetime, index) => item(String(index), { datetime, updated: datetime, created: index })),

  'more members than there are columns': [wide('1', 0), wide('2', 1_000), wide('3', 2_000), wide('4', 0)],

  'nested deeper than columns go': [
    item('1', { deep: deep(60) }),
    item('2', { deep: deep(3) }),
    item('3', { deep: deep(60) }),
  ],

  'an item of a megabyte among small ones': [
    item('1'),
    item('2', { text: 'ä'.repeat(500_000), numbers: Array.from({ length: 20_000 }, (_, i) => i / 3) }),
    item('3'),
  ],

  'many different texts, then few': Array.from({ length: 5_000 }, (_, index) =>
    item(`i${index}`, { serial: `serial number ${index < 3_000 ? index : 7}`, same: 'x' }),
  ),
};

describe('what goes out comes in equal', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => [seed]))('items by chance, seed %i', async (seed) => {
    const by = chance(seed);
    const items = Array.from({ length: 1 + by.below(60) }, (_, index) => randomItem(by, `item-${index}`));
    const file = fileOf(items, { rowsAGroup: by.one([1, 3, 8, 20, 1_000]) }, by.one([1, 7, 100]));
    const found = await itemsIn(file);
    const wrong = plain(items).findIndex((each, index) => !isDeepStrictEqual(each, found[index]));
    expect([items[wrong], found[wrong]]).toEqual([undefined, undefined]);
    expect(found).toHaveLength(items.length);
  });

  test('a file without items', async () => {
    expect(await itemsIn(fileOf([]))).toEqual([]);
  });

  test.each(Object.entries(cases))('%s', async (_, items) => {
    for (const rowsAGroup of items.length > 100 ? [4_000] : [1, 5, 4_000])
      expect(await itemsIn(fileOf(items, { rowsAGroup }))).toEqual(plain(items));
  });
});

describe('JSON in every spelling', () => {
  const numbers = [
    '0',
    '-0',
    '-0.0',
    '1.0',
    '1e5',
    '1E+2',
    '0.1',
    '-12.50',
    '123456789012345678',
    '5e-324',
    '0.30000000000000004',
    '1e-7',
    '0.000001234',
    '9007199254740993',
    '1.7976931348623157e308',
    '179.99999999999997',
  ];
  const spelled = [
    `{"properties": {"a": [${numbers.join(' , ')}], "proj:epsg": 4.326e3}}`,
    '{ "id" : "\\u00e4\\n\\"\\\\" ,\n\t"properties":\r{ "\\u0061" : "x" , "b\\"c" : { "\\ud83d\\ude00" : [ true , false , null ] } } , "assets" : { } , "links" : [ ] }',
    '{"properties":{"a":1,"a":"two","b":[1],"b":[2],"c":true,"c":false},"id":"once","id":"twice"}',
    '{"properties":{"t":"// \\"quoted\\" {[]}","u":"}]"},"bbox":[1.50,2,3e0,4],"geometry":{"type":"Point","coordinates":[1e1,-2.0]}}',
  ];
  test.each(spelled)('%s', async (text) => {
    const encoder = createGeoParquetEncoder();
    const rows = Buffer.from(encoder.encode([Buffer.from(text), Buffer.from(text)]));
    const bytes = Buffer.concat([rows, encoder.finish()]);
    const wanted = { type: 'Feature', ...(JSON.parse(text) as Json) };
    expect(await itemsIn(bytes)).toEqual(plain([wanted, wanted]));
  });
});

test('texts that begin like the one before them', async () => {
  const texts = ['a","b":"c', 'a', 'a', 'ab', 'a\\', 'a\\"', 'a\\', 'a', 'a"', 'a', ''];
  const items = texts.map((a, index) => item(String(index), { a, b: 'c' }));
  expect(await itemsIn(fileOf(items))).toEqual(plain(items));
});

describe('what a file holds', () => {
  test('it goes on at any row', async () => {
    const items = Array.from({ length: 11 }, (_, index) =>
      item(String(index), { list: Array.from({ length: index % 4 }, String) }),
    );
    const file = fileOf(items, { rowsAGroup: 4 });
    expect(await itemsIn(file, { group: 1, row: 2 })).toEqual(plain(items.slice(6)));
    expect(await itemsIn(file, { group: 2, row: 3 })).toEqual([]);
  });

  test('footprints of which some positions have heights are there for other readers too, without', async () => {
    const mixed = [[1, 2, 3], [4, 5]]; // prettier-ignore
    const file = fileOf([item('1', {}, { geometry: { type: 'LineString', coordinates: mixed } })]);
    // Without the mark of this writer what is left over is a property like any other.
    const unmarked = Buffer.from(file.toString('latin1').replaceAll(/swath(?!:rest)/g, 'other'), 'latin1');
    const [read] = await itemsIn(unmarked);
    expect(read!['geometry']).toEqual({ type: 'LineString', coordinates: [[1, 2], [4, 5]] }); // prettier-ignore
  });

  test('what is usual needs no column for the rest', () => {
    const file = fileOf([
      item('1', { gsd: 10 }, { links: [{ rel: 'self', href: 'x' }], assets: { a: { href: 'b' } } }),
      item('2', { gsd: 0.5 }),
    ]);
    expect(file.includes('swath:rest"')).toBe(true);
    expect(file.indexOf('swath:rest')).toBe(file.lastIndexOf('swath:rest'));
  });
});

function microsIn(text: string): number {
  const bytes = Buffer.from(text);
  return microsOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
}

test('times are numbers of their column up to the year 9999, as far as numbers are exact there', () => {
  expect(BigInt(microsIn('9999-12-31T23:59:59Z'))).toBe(253_402_300_799_000_000n);
  expect(BigInt(microsIn('2300-01-01T00:00:00.5Z'))).toBe(10_413_792_000_500_000n);
  expect(BigInt(microsIn('0001-01-01T00:00:00Z'))).toBe(-62_135_596_800_000_000n);
  expect(microsIn('9999-12-31T23:59:59.999999Z')).toBeNaN();
});
