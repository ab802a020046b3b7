import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../server/src/adapters/ingest/open-source.ts';
import { readRow } from '../../server/src/ingest/pgstac/copy-row.ts';
import { baseItem, hydrate } from '../../server/src/ingest/pgstac/hydrate.ts';
import type { Documents } from '../../server/src/ingest/ports.ts';
import type { Entry } from '../../server/src/ingest/source.ts';
import { temporaryFolder } from './support.ts';

/** What pgstac writes for a member that the item has not although its collection would give it one. */
const mark = '\u{1235F}\u203B';

const collection = {
  id: 'scenes',
  type: 'Collection',
  stac_version: '1.0.0',
  description: 'a "quoted" one\twith a tab and a \\ backslash',
  license: 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
  item_assets: { visual: { type: 'image/tiff', roles: ['visual', 'data'] }, thumbnail: { type: 'image/png' } },
};

/** POINT(1 2) with its reference system, as PostGIS writes it. */
const point = '0101000020E6100000000000000000F03F0000000000000040';

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

const row = (...values: readonly string[]): string => values.map(escaped).join('\t');

const own = {
  assets: { visual: { href: 'https://example.com/a.tif' }, thumbnail: mark },
  properties: { note: 'x\\y "z"' },
};

const dump = [
  '--',
  '-- PostgreSQL database dump',
  '--',
  '',
  'COPY pgstac._items_1 (id, geometry, collection, datetime, end_datetime, content, private) FROM stdin;',
  `${row('a', point, 'scenes', '2026-05-01 10:00:00+00', '2026-05-01 10:00:00+00', JSON.stringify({ ...own, properties: { ...own.properties, datetime: '2026-05-01T10:00:00Z' } }))}\t\\N`,
  `${row('b', point, 'scenes', '2026-05-02 10:00:00+00', '2026-05-02 10:00:00+00', JSON.stringify({ properties: { datetime: '2026-05-02T10:00:00Z' }, stac_version: '1.1.0' }))}\t\\N`,
  `${row('bad', 'zz', 'scenes', 'x', 'x', '{')}\t\\N`,
  '\\.',
  '',
  'COPY pgstac.collections (key, content, partition_trunc, private) FROM stdin;',
  `1\t${escaped(JSON.stringify(collection))}\t\\N\t\\N`,
  '\\.',
  'COPY pgstac.queryables (id, name) FROM stdin;',
  '1\tdatetime',
  '\\.',
  '',
].join('\n');

function written(text: string): string {
  const path = join(temporaryFolder(), 'pgstac.sql');
  writeFileSync(path, text);
  return path;
}

const open = (path: string) =>
  openSource(path, {
    kind: null,
    from: [],
    documents: {} as Documents,
    openFolder: () => Promise.reject(new Error('no folder')),
  });

describe('a dump of pgstac', () => {
  test('is known by how it begins; its items are whole again and its collections are described', async () => {
    const source = await open(written(dump));
    const entries: Entry[] = [];
    for await (const entry of source.entries(null)) entries.push(entry);
    expect(entries.map(({ content }) => content)).toEqual([
      {
        kind: 'item',
        document: {
          type: 'Feature',
          id: 'a',
          collection: 'scenes',
          stac_version: '1.0.0',
          geometry: { type: 'Point', coordinates: [1, 2] },
          properties: { note: 'x\\y "z"', datetime: '2026-05-01T10:00:00Z' },
          // The thumbnail was marked as one that the item has not.
          assets: { visual: { href: 'https://example.com/a.tif', type: 'image/tiff', roles: ['visual', 'data'] } },
        },
      },
      {
        kind: 'item',
        document: {
          type: 'Feature',
          id: 'b',
          collection: 'scenes',
          stac_version: '1.1.0',
          geometry: { type: 'Point', coordinates: [1, 2] },
          properties: { datetime: '2026-05-02T10:00:00Z' },
          assets: collection.item_assets,
        },
      },
      { kind: 'problem', id: 'bad', reason: expect.any(String), text: null },
    ]);
    expect(await source.findCollection('scenes', {})).toEqual(collection);
    expect(await source.findCollection('other', {})).toBeNull();
  });

  test('is gone on with in the middle of a table', async () => {
    const source = await open(written(dump));
    const first: Entry[] = [];
    for await (const entry of source.entries(null)) first.push(entry);
    const rest: Entry[] = [];
    for await (const entry of source.entries(JSON.parse(JSON.stringify(first[0]!.next)))) rest.push(entry);
    expect(rest).toEqual(first.slice(1));
  });

  test('without collections is refused with how to make one', async () => {
    await expect(open(written('--\n-- PostgreSQL database dump\n--\n'))).rejects.toThrow('pg_dump --schema=pgstac');
  });

  test('values are read as COPY writes them', () => {
    const section = { table: 'items', columns: ['a', 'b', 'c', 'd'] };
    expect([...readRow('1\\t2\t\\N\t\\\\N\tx\\ny', section).values()]).toEqual(['1\t2', null, '\\N', 'x\ny']);
  });

  test("lists of equal length are put together one by one, others stay the item's", () => {
    const base = baseItem({ ...collection, item_assets: { a: { bands: [{ name: 'r' }, { name: 'g' }] } } });
    expect(hydrate({ assets: { a: { bands: [{ gsd: 1 }, { gsd: 2 }] } } }, base)['assets']).toEqual({
      a: {
        bands: [
          { gsd: 1, name: 'r' },
          { gsd: 2, name: 'g' },
        ],
      },
    });
    expect(hydrate({ assets: { a: { bands: [{ gsd: 1 }] } } }, base)['assets']).toEqual({ a: { bands: [{ gsd: 1 }] } });
  });
});
