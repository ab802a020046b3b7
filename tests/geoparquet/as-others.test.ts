import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runPython } from '../support/run-python.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { randomItem } from './random-items.ts';
import { type Json, chance, fileOf, item, itemsIn } from './support.ts';

const python = findLibrary();
const folder = mkdtempSync(join(tmpdir(), 'swath-geoparquet-'));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function findLibrary(): string | null {
  const named = process.env['SWATH_TEST_PYTHON'] ?? 'python3';
  if (spawnSync(named, ['-c', 'import pyarrow, stac_geoparquet']).status === 0) return named;
  saySkipped('python-clients', `${named} has no stac-geoparquet: name a Python that has it in SWATH_TEST_PYTHON`);
  return null;
}

const run = <T>(...steps: readonly object[]): Promise<readonly T[]> =>
  runPython<readonly T[]>(python!, new URL('support-oracle.py', import.meta.url), steps);

const band = (name: string, more: Json = {}) => ({ name, common_name: name.toLowerCase(), ...more });

/** Like those of a satellite, with what changes from one to the next. */
const scenes = Array.from({ length: 300 }, (_, index) =>
  item(
    `scene-${index}`,
    {
      datetime: `2026-05-${String(1 + (index % 28)).padStart(2, '0')}T10:00:00.${String(index).padStart(6, '0')}Z`,
      'eo:cloud_cover': index / 7,
      'proj:epsg': 32_633 + (index % 3),
      'proj:shape': [10_980, 10_980 + index],
      'proj:transform': [10, 0, 600_000.5, 0, -10, index],
      platform: `sentinel-2${'ab'[index % 2]}`,
      'processing:software': { swath: `1.${index % 4}` },
      isGood: index % 3 === 0,
    },
    {
      collection: 'sentinel-2-l2a',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [8, 47],
            [9, 47],
            [9, 48 + index / 1_000],
            [8, 47],
          ],
        ],
      },
      bbox: [8, 47, 9, 48 + index / 1_000],
      stac_extensions: index % 5 === 0 ? [] : ['https://stac-extensions.github.io/eo/v1.1.0/schema.json'],
      links: [
        { rel: 'self', href: `https://example.com/${index}`, type: 'application/geo+json' },
        ...(index % 2 === 0 ? [{ rel: 'root', href: 'https://example.com', title: 'Root' }] : []),
      ],
      assets: {
        B04: { href: `https://example.com/${index}/B04.tif`, roles: ['data'], 'eo:bands': [band('Red', { gsd: 10 })] },
        ...(index > 150 && {
          visual: { href: `v${index}`, roles: ['visual', 'overview'], 'eo:bands': [band('Red'), band('Green')] },
        }),
      },
    },
  ),
);

type Read = { readonly items: readonly Json[]; readonly columns: readonly string[]; readonly types: Json };

/** That library writes times with all digits of their columns, whatever they were. */
const withFullTimes = (items: readonly Json[]): readonly Json[] =>
  JSON.parse(
    JSON.stringify(items).replaceAll(
      /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z"/g,
      (_, second: string, below = '') => JSON.stringify(`${second}.${(below as string).padEnd(6, '0')}Z`),
    ),
  ) as readonly Json[];

describe.skipIf(python === null)('beside the public library and pyarrow', () => {
  test('what is written here is read there equal', async () => {
    writeFileSync(file('scenes.parquet'), fileOf(scenes, { rowsAGroup: 70 }));
    const [read] = await run<Read>({ task: 'read', file: file('scenes.parquet') });
    expect(withFullTimes(read!.items)).toEqual(withFullTimes(scenes));
    expect(read!.columns).not.toContain('swath:rest');
    expect(read!.types).toMatchObject({
      datetime: 'timestamp[us, tz=UTC]',
      'proj:epsg': 'int64',
      'eo:cloud_cover': 'double',
      isGood: 'bool',
      bbox: 'struct<xmin: double, ymin: double, xmax: double, ymax: double>',
    });
  });

  test('proj:geometry of properties and assets is well-known binary, as the library has it', async () => {
    const outline = { type: 'Polygon', coordinates: [[[600000.5, 5e6], [610000, 5e6], [610000, 5.1e6], [600000.5, 5e6]]] }; // prettier-ignore
    const items = [1, 2].map((n) =>
      item(
        `outlined-${n}`,
        { datetime: '2026-05-01T10:00:00.000000Z', 'proj:geometry': outline },
        { collection: 'c', assets: { image: { href: 'a.tif', 'proj:geometry': outline } } },
      ),
    );
    writeFileSync(file('outlined.parquet'), fileOf(items));
    const [read] = await run<Read>({ task: 'read', file: file('outlined.parquet') });
    expect(read!.types).toMatchObject({ 'proj:geometry': 'binary' });
    expect(withFullTimes(read!.items)).toEqual(withFullTimes(items));
    expect(await itemsIn(readFileSync(file('outlined.parquet')))).toEqual(items);
  });

  test('the file says of itself what the formats ask for', async () => {
    const collections = { 'sentinel-2-l2a': { type: 'Collection', id: 'sentinel-2-l2a' } };
    writeFileSync(file('scenes.parquet'), fileOf(scenes, { rowsAGroup: 70, collections }));
    writeFileSync(file('none.parquet'), fileOf([]));
    const [found, none] = await run<Json>(
      { task: 'validate', file: file('scenes.parquet') },
      { task: 'validate', file: file('none.parquet') },
    );
    expect(found).toMatchObject({
      rows: 300,
      groups: 5,
      datetime: 'timestamp[us, tz=UTC]',
      geo: {
        version: '1.1.0',
        primary_column: 'geometry',
        columns: { geometry: { encoding: 'WKB', geometry_types: ['Polygon'], bbox: [8, 47, 9, 48.299] } },
      },
      stac: { version: '1.0.0', collections },
    });
    expect((found!['ranges'] as readonly unknown[])[0]).toEqual([
      '2026-05-01 10:00:00+00:00',
      '2026-05-28 10:00:00.000055+00:00',
    ]);
    expect(none).toMatchObject({ rows: 0, groups: 0 });
  });

  test('items by chance make sound files', async () => {
    const seeds = Array.from({ length: 25 }, (_, seed) => seed);
    for (const seed of seeds) {
      const by = chance(1_000 + seed);
      const items = Array.from({ length: 1 + by.below(50) }, (_, index) => randomItem(by, `item-${index}`));
      writeFileSync(file(`chance-${seed}.parquet`), fileOf(items, { rowsAGroup: by.one([1, 4, 9, 1_000]) }));
    }
    const found = await run<Json>(...seeds.map((seed) => ({ task: 'validate', file: file(`chance-${seed}.parquet`) })));
    expect(found).toHaveLength(seeds.length);
  }, 120_000);

  const writers: readonly (readonly [string, object])[] = [
    ['as it does by itself', {}],
    ['with ZSTD, in small pages and row groups', { compression: 'zstd', data_page_size: 2_000, chunk_size: 50 }],
    ['with GZIP and pages of the second kind', { compression: 'gzip', data_page_version: '2.0' }],
    ['with BROTLI and no dictionaries', { compression: 'brotli', use_dictionary: false }],
    [
      'with LZ4 in the second version',
      { compression: 'lz4', version: '2.6', data_page_version: '2.0', data_page_size: 500 },
    ],
    [
      'without compression, times in milliseconds',
      { compression: 'none', coerce_timestamps: 'ms', allow_truncated_timestamps: true },
    ],
  ];
  test.each(writers)(
    'what is written there comes in equal: %s',
    async (_, options) => {
      const items = scenes.map((each) => ({ ...each, stac_extensions: ['https://example.com/x.json'] }));
      const isInMillis = 'coerce_timestamps' in options;
      await run({
        task: 'write',
        items,
        file: file('theirs.parquet'),
        options: { ...options },
        collections: { a: { id: 'a' } },
      });
      const found = await itemsIn(readFileSync(file('theirs.parquet')));
      const shown = isInMillis ? withFullTimes(found).map(withoutTime) : withFullTimes(found);
      expect(shown).toEqual(isInMillis ? items.map(withoutTime) : withFullTimes(items));
    },
    60_000,
  );

  const columns = {
    numbers: Array.from({ length: 2_000 }, (_, index) => (index % 7 === 0 ? null : index * 1_000 - 500_000)),
    halves: Array.from({ length: 2_000 }, (_, index) => index / 8),
    texts: Array.from({ length: 2_000 }, (_, index) => (index % 5 === 0 ? null : `text number ${index}`)),
    flags: Array.from({ length: 2_000 }, (_, index) => index % 3 === 0),
    lists: Array.from({ length: 2_000 }, (_, index) =>
      index % 11 === 0 ? null : Array.from({ length: index % 4 }, (_unused, at) => at),
    ),
  };
  const encodings = {
    delta: {
      numbers: 'DELTA_BINARY_PACKED',
      halves: 'BYTE_STREAM_SPLIT',
      texts: 'DELTA_BYTE_ARRAY',
      flags: 'RLE',
      'lists.list.element': 'DELTA_BINARY_PACKED',
      id: 'DELTA_LENGTH_BYTE_ARRAY',
    },
    plain: {
      numbers: 'PLAIN',
      halves: 'PLAIN',
      texts: 'DELTA_LENGTH_BYTE_ARRAY',
      flags: 'PLAIN',
      id: 'DELTA_BYTE_ARRAY',
    },
  };
  test.each([
    ['delta', '1.0'],
    ['delta', '2.0'],
    ['plain', '1.0'],
    ['plain', '2.0'],
  ] as const)(
    'every encoding is read: %s, pages %s',
    async (name, version) => {
      const options = {
        use_dictionary: false,
        column_encoding: encodings[name],
        data_page_version: version,
        data_page_size: 4_000,
      };
      await run({ task: 'write_table', columns, file: file('encoded.parquet'), options });
      const found = await itemsIn(readFileSync(file('encoded.parquet')));
      expect(found).toHaveLength(2_000);
      for (const [index, { id, properties }] of found.entries()) {
        const row = Object.entries(columns).map(([column, values]) => [column, values[index]]);
        expect({ id, properties }).toEqual({
          id: `item-${index}`,
          properties: { datetime: null, ...Object.fromEntries(row.filter(([, value]) => value !== null)) },
        });
      }
    },
    60_000,
  );
});

const withoutTime = (each: Json): Json => ({
  ...each,
  properties: { ...(each['properties'] as Json), datetime: null },
});
