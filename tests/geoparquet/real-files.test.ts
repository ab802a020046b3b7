import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { swath } from '../cli/swath-in-process.ts';
import { geoParquetSource } from '../../server/src/adapters/ingest/geoparquet-source.ts';
import { all, installation } from '../ingest/support.ts';
import { type Json, fileOf, item, itemsIn } from './support.ts';

const folder = fileURLToPath(new URL('../../../shared/data/stac/', import.meta.url));
const isThere = existsSync(folder);
const why = isThere ? '' : ' (skipped: no ../shared/data/stac beside the project)';

async function ingest(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { code, stdout, stderr } = await swath(['ingest', ...args, '--json'], env);
  return { code, stderr, ...(stdout === '' ? {} : (JSON.parse(stdout) as Record<string, number>)) };
}

const linesOf = (bytes: Buffer): readonly Json[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);

describe.skipIf(!isThere)(`real files${why}`, () => {
  test.each(['100-landsat-items', '100-sentinel-2-items'])(
    '%s comes in by one command, valid',
    async (name) => {
      const { env } = await installation();
      const path = `${folder}geoparquet/${name}.parquet`;
      expect(await ingest(env, path, '--create', '--validate', 'full')).toMatchObject({
        code: 0,
        created: 100,
        rejected: 0,
      });
      expect(await ingest(env, path, '--as', 'geoparquet')).toMatchObject({ code: 0, unchanged: 100 });
    },
    30_000,
  );

  test.each(['100-landsat-items', '100-sentinel-2-items'])('%s goes out and comes in equal', async (name) => {
    const items = await itemsIn(readFileSync(`${folder}geoparquet/${name}.parquet`));
    expect(items).toHaveLength(100);
    expect(await itemsIn(fileOf(items, { rowsAGroup: 33 }))).toEqual(items);
  });

  test.each(['naip-pc/items.ndjson', 'naip-pc/pgstac-100-items.ndjson', 'maxar/items.ndjson.gz'])(
    '%s goes out and comes in equal',
    async (name) => {
      const bytes = readFileSync(folder + name);
      const items = linesOf(name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
      const found = await itemsIn(fileOf(items, {}, 500));
      expect(found.length).toBe(items.length);
      for (const [index, each] of items.entries()) expect(found[index]).toEqual(each);
    },
    60_000,
  );
});

describe('swath ingest of a Parquet file', () => {
  test('makes the collections that the file describes', async () => {
    const { env, file } = await installation();
    const scenes = {
      type: 'Collection',
      stac_version: '1.1.0',
      id: 'scenes',
      description: 'As the file has it',
      license: 'other',
      extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
      links: [],
    };
    writeFileSync(file('a.parquet'), fileOf([item('1'), item('2')], { collections: { scenes } }));
    expect(await ingest(env, file('a.parquet'))).toMatchObject({ code: 0, created: 2, collections: 1 });
  });

  test('goes on behind the row that was stored last', async () => {
    const { file } = await installation();
    const items = Array.from({ length: 9 }, (_, index) => item(String(index)));
    writeFileSync(file('a.parquet'), fileOf(items, { rowsAGroup: 4 }));
    const source = await geoParquetSource(file('a.parquet'));
    expect(source.total()).toBe(9);
    const entries = await all(source.entries(null));
    const further = await all(source.entries(entries[5]!.next));
    expect(further).toEqual(entries.slice(6));
    expect(further.map(({ position }) => position)).toEqual(['row 7', 'row 8', 'row 9']);
  });

  test('a damaged file is refused with a sentence', async () => {
    const { env, file } = await installation();
    writeFileSync(file('a.parquet'), fileOf([item('1')]).subarray(0, 900));
    const { code, stderr } = await swath(['ingest', file('a.parquet'), '--create'], env);
    expect(code).toBe(4);
    expect(stderr).toMatch(/the Parquet file is damaged: it does not end as a Parquet file does/);
  });

  test('is known by its beginning, and rejects rows that are no items', async () => {
    const { env, file } = await installation();
    writeFileSync(file('items.bin'), fileOf([item('1'), item('', { datetime: 'never' }), item('3')]));
    const found = await ingest(env, file('items.bin'), '--create', '--rejects', file('rejects'));
    expect(found).toMatchObject({ code: 4, created: 2, rejected: 1 });
    expect(JSON.parse(readFileSync(file('rejects'), 'utf8'))).toMatchObject({ position: 'row 2' });
  });
});
